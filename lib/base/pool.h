// Things that are dear to make and belong to one user at a time: as many are made as are in use at
// the same time, and given again.
//
//   Pool<Scratch> pool([&] { return std::make_unique<Scratch>(encoder); });
//   pool.with([&](Scratch& scratch) { … });        // from any thread
//   for (auto& scratch : pool.take_all()) …        // when nobody uses any
//
// The one given back last is given out first, so that its memory is warm.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace sluice {

template <class Thing>
class Pool {
 public:
  explicit Pool(std::function<std::unique_ptr<Thing>()> make) : make_(std::move(make)) {}

  template <class Use>
  auto with(Use&& use) {
    const Lease lease(*this);
    return use(*lease.thing);
  }

  // All that were made, when nobody uses any.
  std::vector<std::unique_ptr<Thing>> take_all() {
    made_ = 0;
    return std::move(free_);
  }

 private:
  struct Lease {
    explicit Lease(Pool& owner) : pool(owner), thing(owner.take()) {}
    ~Lease() { pool.give_back(std::move(thing)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    Pool& pool;
    std::unique_ptr<Thing> thing;
  };

  std::unique_ptr<Thing> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Thing> thing = std::move(free_.back());
        free_.pop_back();
        return thing;
      }
      free_.reserve(++made_);  // so that giving back cannot fail
    }
    return make_();
  }

  void give_back(std::unique_ptr<Thing> thing) noexcept {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(thing));
  }

  std::function<std::unique_ptr<Thing>()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Thing>> free_;
  size_t made_ = 0;
};

}  // namespace sluice

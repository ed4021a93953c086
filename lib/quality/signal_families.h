// The families of signals, a source each; signal.cpp makes one list of them.
//
//   std::span<const SignalKind> word_signals();     // signals_words.cpp
#pragma once

#include <span>

#include "quality/signal.h"

namespace sluice::quality {

std::span<const SignalKind> word_signals();
std::span<const SignalKind> line_signals();
std::span<const SignalKind> character_signals();
std::span<const SignalKind> repetition_signals();
std::span<const SignalKind> vocabulary_signals();
std::span<const SignalKind> character_set_signals();
std::span<const SignalKind> phrase_signals();
std::span<const SignalKind> line_mean_signals();
std::span<const SignalKind> list_signals();
std::span<const SignalKind> learned_signals();

}  // namespace sluice::quality

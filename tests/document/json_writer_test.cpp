#include "document/json_writer.h"

#include <gtest/gtest.h>

#include <limits>

namespace sluice {
namespace {

void write_sample(JsonWriter& json) {
  json.begin_object();
  json.key("a").number(1).key("b").begin_array().string("x\n").null().boolean(true);
  json.begin_object().end_object().begin_array().end_array().end_array();
  json.key("c").begin_object().key("d").raw("[1]").end_object();
  json.end_object();
}

TEST(JsonWriter, WritesOneLine) {
  Buffer out;
  JsonWriter json(out);
  write_sample(json);
  EXPECT_EQ(out.view(), R"({"a":1,"b":["x\n",null,true,{},[]],"c":{"d":[1]}})");
}

TEST(JsonWriter, Indents) {
  Buffer out;
  JsonWriter json(out, 1);
  write_sample(json);
  EXPECT_EQ(out.view(), R"({
 "a": 1,
 "b": [
  "x\n",
  null,
  true,
  {},
  []
 ],
 "c": {
  "d": [1]
 }
})");
}

TEST(JsonWriter, SpellsNumbers) {
  Buffer out;
  JsonWriter json(out);
  json.begin_array();
  json.number(std::numeric_limits<uint64_t>::max()).number(std::numeric_limits<int64_t>::min());
  json.number(0.98).number(1e-7).number(-0.0).number(1e300).number(5.0).number(-7).number(7u);
  json.number(std::numeric_limits<double>::infinity());
  json.number(std::numeric_limits<double>::quiet_NaN());
  json.end_array();
  EXPECT_EQ(out.view(),
            "[18446744073709551615,-9223372036854775808,0.98,1e-07,-0,1e+300,5,-7,7,null,null]");
}

TEST(JsonWriter, EscapesNoMoreThanIsNeeded) {
  Buffer out;
  append_json_string(out, std::string_view("\"\\/\b\f\n\r\t\0\x1f\x7f é😀", 18));
  EXPECT_EQ(out.view(), "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7f é😀\"");
}

}  // namespace
}  // namespace sluice

#include "extract/formula.h"

#include <gtest/gtest.h>

#include "extract/support.h"

namespace sluice::extract::test {
namespace {

TEST(Formula, IsTakenFromTheTexAnnotationOnce) {
  EXPECT_EQ(text_of("<p>Let <math><semantics><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow>"
                    "<annotation encoding='application/x-tex'>x = 1_a</annotation></semantics>"
                    "</math> hold."),
            "Let x = 1_a hold.");
}

TEST(Formula, OfKatexIsWrittenOnce) {
  EXPECT_EQ(
      text_of("<p>so <span class=katex><span class=katex-mathml><math><semantics><mi>E</mi>"
              "<annotation encoding='application/x-tex'>E=mc^2</annotation></semantics></math>"
              "</span><span class=katex-html aria-hidden=true><span>E</span>=<span>m</span>"
              "</span></span>."),
      "so E=mc^2.");
}

TEST(Formula, OfMathjaxIsTakenFromItsScript) {
  EXPECT_EQ(text_of("<p>so <span class=MathJax_Preview>E</span><span class=MathJax>E</span>"
                    "<script type='math/tex'>E=mc^2</script>."),
            "so E=mc^2.");
}

TEST(Formula, OfMediawikiIsTakenFromMathmlOrTheImage) {
  const std::string image =
      "<img class='mwe-math-fallback-image-inline' alt='{\\displaystyle a^{2}}' src=x>";
  EXPECT_EQ(text_of("<p>so <span class=mwe-math-element><span style='display: none;'><math "
                    "alttext='{\\displaystyle a^{2}}'><mi>a</mi></math></span>" +
                    image + "</span>."),
            "so a^{2}.");
  EXPECT_EQ(text_of("<p>so " + image + "."), "so a^{2}.");
}

TEST(Formula, InAnImageIsToldByClassOrAddress) {
  EXPECT_EQ(text_of("<p>a <img class=latex alt='$x_1$' src=y> b <img alt=cat src=cat.png> c "
                    "<img src='/latex.php?latex=q' alt='q'>"),
            "a x_1 b c q");
}

TEST(Formula, WithoutTexIsWrittenInALine) {
  EXPECT_EQ(text_of("<p><math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mi>a</mi>"
                    "<mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac><mo>=</mo><msqrt>"
                    "<msub><mi>y</mi><mi>i</mi></msub></msqrt></math>"),
            "x^{2}+(a)/(b+1)=sqrt(y_{i})");
}

TEST(Formula, StaysInItsCell) {
  EXPECT_EQ(
      text_of("<table><tr><td>area<td><math><mi>a</mi><mi>b</mi></math><tr><td>x<td>y</table>"),
      "area\tab\nx\ty");
}

TEST(Formula, WithNothingInItIsNothing) {
  EXPECT_EQ(text_of("<p>a <math></math> b<p><math></math><p>c"), "a b\nc");
}

}  // namespace
}  // namespace sluice::extract::test

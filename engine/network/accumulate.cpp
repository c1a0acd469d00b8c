#include "network/accumulate.hpp"

#include <array>
#include <cstring>

// Highway compiles this file once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "network/accumulate.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace crownd::network::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The loop of products takes two or four vectors of either half at a time; Shape::lanes leave no remainder.
#if HWY_TARGET == HWY_AVX3
using Numbers = hn::CappedTag<std::int16_t, 32>;
constexpr bool four_vectors = false;
#else
using Numbers = hn::CappedTag<std::int16_t, 16>;
constexpr bool four_vectors = true;
#endif
constexpr std::size_t vectors = four_vectors ? 4 : 2;
using Bytes = hn::Rebind<std::int8_t, Numbers>;
using Sums = hn::RepartitionToWide<Numbers>;

void products(const std::int8_t* table, const std::int16_t* bias, std::span<const std::uint32_t> rows,
              std::size_t width, std::int16_t unit, std::int16_t* product) {
  const Numbers numbers;
  const auto load = [&](const std::int8_t* bytes) { return hn::PromoteTo(numbers, hn::LoadU(Bytes(), bytes)); };
  const auto zero = hn::Zero(numbers);
  const auto max = hn::Set(numbers, unit);
  const auto clamp = [&](auto sum) { return hn::Min(hn::Max(sum, zero), max); };
  const std::size_t lanes = hn::Lanes(numbers);
  const std::size_t half = width / 2;
  // As many sums at a time as the registers of most machines hold: eight, or four of 512 bits.
  for (std::size_t i = 0; i < half; i += vectors * lanes) {
    auto a = hn::LoadU(numbers, bias + i);
    auto b = hn::LoadU(numbers, bias + i + lanes);
    auto e = hn::LoadU(numbers, bias + half + i);
    auto f = hn::LoadU(numbers, bias + half + i + lanes);
    auto c = zero, d = zero, g = zero, h = zero;
    if constexpr (four_vectors) {
      c = hn::LoadU(numbers, bias + i + 2 * lanes);
      d = hn::LoadU(numbers, bias + i + 3 * lanes);
      g = hn::LoadU(numbers, bias + half + i + 2 * lanes);
      h = hn::LoadU(numbers, bias + half + i + 3 * lanes);
    }
    for (const std::uint32_t r : rows) {
      const std::int8_t* row = table + r * width + i;
      a = hn::Add(a, load(row));
      b = hn::Add(b, load(row + lanes));
      e = hn::Add(e, load(row + half));
      f = hn::Add(f, load(row + half + lanes));
      if constexpr (four_vectors) {
        c = hn::Add(c, load(row + 2 * lanes));
        d = hn::Add(d, load(row + 3 * lanes));
        g = hn::Add(g, load(row + half + 2 * lanes));
        h = hn::Add(h, load(row + half + 3 * lanes));
      }
    }
    const auto store = [&](auto one, auto other, std::int16_t* to) {
      hn::StoreU(hn::ShiftRight<Kernels::product_shift>(hn::Mul(clamp(one), clamp(other))), numbers, to);
    };
    store(a, e, product + i);
    store(b, f, product + i + lanes);
    if constexpr (four_vectors) {
      store(c, g, product + i + 2 * lanes);
      store(d, h, product + i + 3 * lanes);
    }
  }
}

void layer(const std::int16_t* weights, const std::int16_t* input, std::size_t inputs, std::size_t outputs,
           std::int32_t* output) {
  const Numbers numbers;
  const Sums sums;
  const std::size_t lanes = hn::Lanes(numbers), sum_lanes = hn::Lanes(sums);
  for (std::size_t j = 0; j < outputs; j += vectors * sum_lanes) {
    auto a = hn::Zero(sums), b = a, c = a, d = a;
    auto a_rest = a, b_rest = a, c_rest = a, d_rest = a;
    for (std::size_t i = 0; i < inputs; i += 2) {
      std::int32_t two;
      std::memcpy(&two, input + i, sizeof two);
      const auto both = hn::BitCast(numbers, hn::Set(sums, two));
      const std::int16_t* row = weights + i * outputs + 2 * j;
      a = hn::ReorderWidenMulAccumulate(sums, hn::LoadU(numbers, row), both, a, a_rest);
      b = hn::ReorderWidenMulAccumulate(sums, hn::LoadU(numbers, row + lanes), both, b, b_rest);
      if constexpr (four_vectors) {
        c = hn::ReorderWidenMulAccumulate(sums, hn::LoadU(numbers, row + 2 * lanes), both, c, c_rest);
        d = hn::ReorderWidenMulAccumulate(sums, hn::LoadU(numbers, row + 3 * lanes), both, d, d_rest);
      }
    }
    hn::StoreU(hn::RearrangeToOddPlusEven(a, a_rest), sums, output + j);
    hn::StoreU(hn::RearrangeToOddPlusEven(b, b_rest), sums, output + j + sum_lanes);
    if constexpr (four_vectors) {
      hn::StoreU(hn::RearrangeToOddPlusEven(c, c_rest), sums, output + j + 2 * sum_lanes);
      hn::StoreU(hn::RearrangeToOddPlusEven(d, d_rest), sums, output + j + 3 * sum_lanes);
    }
  }
}

}  // namespace crownd::network::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace crownd::network {
namespace {

// Highway's own dispatch needs its library, which calibrates a clock at the start of a program. That would take longer
// than the rest of the start.

#if HWY_ARCH_X86
/// Whether the CPU supports a target of Highway. F16C needs no check, since every CPU with AVX2 has it.
bool has(std::int64_t target) {
  __builtin_cpu_init();
  switch (target) {
    case HWY_AVX3:
      return has(HWY_AVX2) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512vl");
    case HWY_AVX2:
      return has(HWY_SSE4) && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
             __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    case HWY_SSE4:
      return has(HWY_SSSE3) && __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("aes") &&
             __builtin_cpu_supports("pclmul");
    case HWY_SSSE3: return __builtin_cpu_supports("ssse3");
    default: return false;
  }
}
#endif

struct List {
  std::array<Kernels, 5> kernels{};
  std::size_t size = 0;

  void add(std::int64_t target, Kernels::Products* products, Kernels::Layer* layer) {
    if (products != nullptr) kernels[size++] = {hwy::TargetName(target), products, layer};
  }
};

#define CROWND_LOOPS(CHOOSE) CHOOSE(products), CHOOSE(layer)

List list_kernels() {
  List list;
#if HWY_ARCH_X86
  if (has(HWY_AVX3)) list.add(HWY_AVX3, CROWND_LOOPS(HWY_CHOOSE_AVX3));
  if (has(HWY_AVX2)) list.add(HWY_AVX2, CROWND_LOOPS(HWY_CHOOSE_AVX2));
  if (has(HWY_SSE4)) list.add(HWY_SSE4, CROWND_LOOPS(HWY_CHOOSE_SSE4));
  if (has(HWY_SSSE3)) list.add(HWY_SSSE3, CROWND_LOOPS(HWY_CHOOSE_SSSE3));
#endif
  // The instruction set that the program is compiled for.
  Kernels::Products* const baseline = &HWY_STATIC_DISPATCH(products);
  if (list.size == 0 || list.kernels[list.size - 1].products != baseline)
    list.add(HWY_STATIC_TARGET, baseline, &HWY_STATIC_DISPATCH(layer));
  return list;
}

#undef CROWND_LOOPS

}  // namespace

std::span<const Kernels> usable_kernels() {
  static const List list = list_kernels();
  return {list.kernels.data(), list.size};
}

}  // namespace crownd::network
#endif

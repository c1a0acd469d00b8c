#pragma once

// Catch2's header, under the name that the installed version has.
#ifdef CROWND_CATCH2_V3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

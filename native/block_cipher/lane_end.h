/* SPDX-License-Identifier: MIT */
/* lane_end.h - takes back what each_width.h and lane_blocks.h define for one width.  No include guard: see there. */
#undef LANE_SUFFIX
#undef LANE_BITS
#undef LANE_TARGET
#undef V8
#undef V16
#undef V32
#undef V64

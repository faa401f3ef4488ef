#ifndef TESSERA_CCOMPRESSION_H
#define TESSERA_CCOMPRESSION_H
#include <stddef.h>
#include <stdint.h>

/// What the functions on whole buffers return when they could not do it.
static const size_t ccompression_failed = SIZE_MAX;

/// At most how many bytes compressing `count` bytes gives.
size_t ccompression_zstd_bound(size_t count);

/// Compresses `count` bytes at `from` into one zstd frame at `to`; level 1 (fast) to 19 (small).
///
/// Each thread keeps its working memory for the next call, until it ends.
/// Returns the bytes written, or `ccompression_failed` when they do not fit in `capacity` or memory is out.
size_t ccompression_zstd_compress(void *to, size_t capacity, const void *from, size_t count, int level);

/// Decompresses the zstd frame of `count` bytes at `from`, whatever they are.
///
/// Returns the bytes written, or `ccompression_failed` when the frame is damaged or does not fit in `capacity`.
size_t ccompression_zstd_decompress(void *to, size_t capacity, const void *from, size_t count);

/// A compressed file being read from its start, in pieces of any size.
typedef struct ccompression_stream ccompression_stream;

enum { ccompression_gzip = 1, ccompression_zstd = 2 };

/// What one step came to.
enum {
  /// More input or more room is needed.
  ccompression_more = 0,
  /// A gzip member or zstd frame has ended; another may follow, and the next step begins it.
  ccompression_frame_end = 1,
  /// The bytes are damaged or the limits passed; `ccompression_stream_reason` says how.
  ccompression_damaged = 2,
};

/// Returns NULL when memory is out. A zstd window over 128 MB is refused, so that memory is bounded.
ccompression_stream *ccompression_stream_create(int format);
void ccompression_stream_destroy(ccompression_stream *stream);

/// Takes what it can of `from` and fills what it can of `to`; says how much in `taken` and `written`.
int ccompression_stream_step(ccompression_stream *stream, const void *from, size_t count, size_t *taken, void *to,
                             size_t capacity, size_t *written);

/// Why the last step failed, in words; valid until the next call.
const char *ccompression_stream_reason(const ccompression_stream *stream);

#endif

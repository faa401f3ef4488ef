#include "CCompression.h"
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

// Creating a context costs more than compressing a small block, so each thread keeps its own.
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t compressor_key, decompressor_key;

static void free_compressor(void *context) { ZSTD_freeCCtx(context); }
static void free_decompressor(void *context) { ZSTD_freeDCtx(context); }
static void make_keys(void) {
  pthread_key_create(&compressor_key, free_compressor);
  pthread_key_create(&decompressor_key, free_decompressor);
}

static ZSTD_CCtx *compressor(void) {
  pthread_once(&once, make_keys);
  ZSTD_CCtx *context = pthread_getspecific(compressor_key);
  if (!context && (context = ZSTD_createCCtx())) pthread_setspecific(compressor_key, context);
  return context;
}

static ZSTD_DCtx *decompressor(void) {
  pthread_once(&once, make_keys);
  ZSTD_DCtx *context = pthread_getspecific(decompressor_key);
  if (!context && (context = ZSTD_createDCtx())) pthread_setspecific(decompressor_key, context);
  return context;
}

size_t ccompression_zstd_bound(size_t count) { return ZSTD_compressBound(count); }

size_t ccompression_zstd_compress(void *to, size_t capacity, const void *from, size_t count, int level) {
  ZSTD_CCtx *context = compressor();
  if (!context) return ccompression_failed;
  size_t written = ZSTD_compressCCtx(context, to, capacity, from, count, level);
  return ZSTD_isError(written) ? ccompression_failed : written;
}

size_t ccompression_zstd_decompress(void *to, size_t capacity, const void *from, size_t count) {
  ZSTD_DCtx *context = decompressor();
  if (!context) return ccompression_failed;
  size_t written = ZSTD_decompressDCtx(context, to, capacity, from, count);
  return ZSTD_isError(written) ? ccompression_failed : written;
}

struct ccompression_stream {
  int format;
  z_stream gzip;
  ZSTD_DStream *zstd;
  const char *reason;
};

ccompression_stream *ccompression_stream_create(int format) {
  ccompression_stream *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  stream->format = format;
  stream->reason = "";
  // 15 is the largest window of deflate, 16 asks for the gzip wrapper and its checksum.
  int ready = format == ccompression_gzip ? inflateInit2(&stream->gzip, 15 + 16) == Z_OK
                                          : (stream->zstd = ZSTD_createDStream()) != NULL;
  if (ready) return stream;
  free(stream);
  return NULL;
}

void ccompression_stream_destroy(ccompression_stream *stream) {
  if (stream->format == ccompression_gzip) inflateEnd(&stream->gzip);
  ZSTD_freeDStream(stream->zstd);
  free(stream);
}

static int step_gzip(ccompression_stream *stream, const void *from, size_t count, size_t *taken, void *to,
                     size_t capacity, size_t *written) {
  z_stream *gzip = &stream->gzip;
  unsigned available = count < UINT_MAX ? (unsigned)count : UINT_MAX;
  unsigned room = capacity < UINT_MAX ? (unsigned)capacity : UINT_MAX;
  gzip->next_in = (Bytef *)from;
  gzip->avail_in = available;
  gzip->next_out = to;
  gzip->avail_out = room;
  int status = inflate(gzip, Z_NO_FLUSH);
  *taken = available - gzip->avail_in;
  *written = room - gzip->avail_out;
  if (status == Z_STREAM_END) {
    inflateReset(gzip);
    return ccompression_frame_end;
  }
  // Z_BUF_ERROR only says that nothing could be done without more input or room.
  if (status == Z_OK || status == Z_BUF_ERROR) return ccompression_more;
  stream->reason = gzip->msg ? gzip->msg : "the compressed data is damaged";
  return ccompression_damaged;
}

static int step_zstd(ccompression_stream *stream, const void *from, size_t count, size_t *taken, void *to,
                     size_t capacity, size_t *written) {
  ZSTD_inBuffer in = {from, count, 0};
  ZSTD_outBuffer out = {to, capacity, 0};
  size_t status = ZSTD_decompressStream(stream->zstd, &out, &in);
  *taken = in.pos;
  *written = out.pos;
  if (!ZSTD_isError(status)) return status == 0 ? ccompression_frame_end : ccompression_more;
  stream->reason = ZSTD_getErrorName(status);
  return ccompression_damaged;
}

int ccompression_stream_step(ccompression_stream *stream, const void *from, size_t count, size_t *taken, void *to,
                             size_t capacity, size_t *written) {
  return stream->format == ccompression_gzip ? step_gzip(stream, from, count, taken, to, capacity, written)
                                             : step_zstd(stream, from, count, taken, to, capacity, written);
}

const char *ccompression_stream_reason(const ccompression_stream *stream) { return stream->reason; }

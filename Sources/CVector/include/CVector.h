#ifndef TESSERA_CVECTOR_H
#define TESSERA_CVECTOR_H
#include <stddef.h>
#include <stdint.h>

// Vector kernels of the block codecs. A block is 128 unsigned 32-bit integers, packed with one bit width in the
// vertical layout of four 32-bit lanes (Lemire & Boytsov 2015): integer i stands in lane i % 4.

/// Packs 128 integers, each below 2^width, into 16 * width bytes. `width` is 0 to 32.
void cvector_pack128(const uint32_t *values, uint32_t width, uint8_t *bytes);

/// Unpacks 16 * width bytes into 128 integers. `width` is 0 to 32.
void cvector_unpack128(const uint8_t *bytes, uint32_t width, uint32_t *values);

/// Unpacks 128 gaps and sums them up: values[i] = values[i - 1] + 1 + gap[i], where values[-1] is `before`.
void cvector_unpack_gaps128(const uint8_t *bytes, uint32_t width, uint32_t before, uint32_t *values);

/// Sums up 128 gaps in place, as `cvector_unpack_gaps128` does.
void cvector_sum_gaps128(uint32_t *values, uint32_t before);

/// How many of 128 ascending integers below 2^31 are less than `target`.
uint32_t cvector_rank128(const uint32_t *values, uint32_t target);

/// Looks up ascending documents in a block of 128 ascending integers below 2^31: as many of `count` as are at most
/// `last`, the block's greatest. For each its slot's place in `places` becomes `first` plus its rank in the block; those
/// that are in the block are kept, with their slots, at `kept_docs` and `kept_slots`, which may be where they stand.
typedef struct { size_t seen, kept; } cvector_found;
cvector_found cvector_find128(const uint32_t *values, uint32_t last, uint32_t first, const uint32_t *docs,
                              const uint32_t *slots, size_t count, uint32_t *places, uint32_t *kept_docs,
                              uint32_t *kept_slots);

/// Unpacks `count` integers of `width` bits (0 to 32) that stand one behind the other, lowest bit first.
/// Reads up to 8 bytes past the last one.
void cvector_unpack_row(const uint8_t *bytes, uint32_t width, uint32_t *values, size_t count);

/// The integers of such a row at `count` places, none of them past the row. Reads as `cvector_unpack_row` does.
void cvector_pick_row(const uint8_t *bytes, uint32_t width, const uint32_t *places, size_t count, uint32_t *values);

/// For each of `count` ascending numbers from `first` up to `first` + 511: how many bits of the 512 in `words` are set
/// before its own, where bit 0 stands for `first`.
void cvector_ranks512(const uint64_t *words, uint32_t first, const uint32_t *numbers, size_t count, uint32_t *ranks);

/// Writes the numbers of the bits that are set in `words`, plus `base`, in ascending order; returns how many.
/// Writes up to 15 integers past the last one.
size_t cvector_bits(const uint64_t *words, size_t word_count, uint32_t base, uint32_t *numbers);

/// How many bits are set in `words`.
size_t cvector_bit_count(const uint64_t *words, size_t word_count);

/// Keeps those of `count` document numbers whose bit in `words` is `wanted`, with their slots; returns how many.
/// Both rows may be written up to the next multiple of 16.
size_t cvector_filter_bits(uint32_t *docs, uint32_t *slots, size_t count, const uint64_t *words, uint32_t wanted);

/// Adds weight * tf / (tf + norms[lengths[doc]]) to each sum. `frequencies` are below 2^31.
void cvector_score(const uint32_t *docs, const uint32_t *frequencies, size_t count, const uint8_t *lengths,
                   const float *norms, float weight, float *sums);

/// Writes the places, plus `base`, of the scores that are at least `least`, in ascending order; returns how many.
/// `count` is a multiple of 16. Writes up to 16 integers past the last one.
size_t cvector_scores_at_least(const float *scores, size_t count, float least, uint32_t base, uint32_t *numbers);

/// How many of `count` integers are `value`.
size_t cvector_count_equal(const uint32_t *values, size_t count, uint32_t value);

/// The greatest of `count` bytes, 0 when there are none.
uint8_t cvector_max(const uint8_t *bytes, size_t count);

// Bounds on scores by words of 64 documents. `table` has the impact of each of 256 bound codes.

/// The greatest of `count` numbers that are not negative, 0 when there are none.
float cvector_greatest(const float *values, size_t count);

/// out[i] = in[i] + weight * table[codes[i]]; without `in` from 0.
void cvector_add_bounds(const uint8_t *codes, size_t count, const float *table, float weight, const float *in,
                        float *out);

/// The same for a list in blocks, each with its last document and its code: each word gets the greatest bound of the
/// blocks that may have documents in it. Returns 0 where the last documents are not ascending and below `documents`.
int cvector_add_block_bounds(const uint32_t *lasts, const uint8_t *codes, size_t blocks, uint32_t documents,
                             const float *table, float weight, const float *in, float *out);

/// The places of those of `count` documents whose score, and what their word has in `row` (or without a row `more`),
/// together are at least `least`; returns how many. Writes up to 16 integers past the last one.
size_t cvector_hopeful(const uint32_t *docs, const float *scores, size_t count, const float *row, float more,
                       float least, uint32_t *places);

/// A number that at least `wanted` of `count` numbers reach, and hardly more: none of them is negative.
float cvector_reached_by(const float *values, size_t count, size_t wanted);

/// Puts `key` in the place of the first least of 16 keys, and gives what is the least then.
uint64_t cvector_replace_least(uint64_t *keys, uint64_t key);

/// Sorts 16 keys, the greatest first.
void cvector_sort16(uint64_t *keys);

/// Asks for the cache line at an address that will be read soon; any address will do.
static inline void cvector_prefetch(const void *address) { __builtin_prefetch(address); }

/// The same where it will be written.
static inline void cvector_prefetch_to_write(void *address) { __builtin_prefetch(address, 1); }

// Champion lists. A table has a row of 16 bytes for each class of frequencies: the 16 lowest length codes among the
// documents so far whose frequency is at least the class's, ascending, 255 where there are fewer.

/// Classes of a single frequency and so rows of its table, up to 255 one for each; row 0 is not used.
enum { CVECTOR_BAND_ROWS = 449, CVECTOR_BAND_EXACT = 255 };
/// Classes of a pair's frequencies; its table has a row for each pair of them.
enum { CVECTOR_PAIR_CLASSES = 41 };

/// Enters documents in ascending order in a table, and writes the places of those that fewer than 16 earlier ones
/// dominate (none of these has a lower frequency or a greater length); returns how many. Some above frequency 255 that
/// more dominate stay.
size_t cvector_band_enter(const uint32_t *docs, const uint32_t *frequencies, size_t count, const uint8_t *lengths,
                          uint8_t *rows, uint32_t *places);

/// Of the places that `cvector_band_enter` wrote, keeps those that fewer than 16 of all documents dominate: earlier
/// ones that do not differ, and any that differ. Above frequency 255 all stay. Returns how many. `ties` are 256 zeros.
size_t cvector_band_keep(const uint32_t *docs, const uint32_t *frequencies, const uint8_t *lengths,
                         const uint8_t *rows, uint16_t *ties, uint32_t *places, size_t count);

/// The same for documents with two frequencies, `parts` not above `frequencies`: a document dominates another when it
/// is not worse in any of both and the length. `cvector_pair_keep` counts those that dominate and are earlier, or
/// differ in the length or the part. Some that more dominate stay. `seen` has room for twice `count` integers.
size_t cvector_pair_enter(const uint32_t *docs, const uint32_t *frequencies, const uint32_t *parts, size_t count,
                          const uint8_t *lengths, uint8_t *rows, uint32_t *places);
size_t cvector_pair_keep(const uint32_t *docs, const uint32_t *frequencies, const uint32_t *parts,
                         const uint8_t *lengths, const uint8_t *rows, uint32_t *places, size_t count,
                         uint32_t *seen);

// Rows over all documents: a byte or a bit for each. A row of bytes is a whole number of 64.

/// Adds each of `count` values (1 to 2^31) to the byte of its document. What a byte cannot hold is written to
/// `carries`, the document in the upper half; the byte then keeps 1 to 255. Returns how many carries there are.
size_t cvector_add_bytes(uint8_t *bytes, const uint32_t *docs, const uint32_t *values, size_t count,
                         uint64_t *carries);

/// The same for pairs, each with its document in the upper half and its value in the lower.
size_t cvector_add_pairs(uint8_t *bytes, const uint64_t *pairs, size_t count, uint64_t *carries);

/// The same for the documents of a bitmap, the first of which has the first byte; `values` has one for each bit that
/// is set. Reads up to 256 bytes past the last value; there are at most 64 carries for each word.
size_t cvector_add_dense_bytes(uint8_t *bytes, const uint64_t *words, size_t word_count, uint32_t base,
                               const uint32_t *values, uint64_t *carries);

/// The same for documents whose gaps stand in a row as `cvector_unpack_row` reads it, a document's gap counted from the
/// one before; without a row of values each is 1, else the integer there plus 1. Documents at or beyond `documents` end
/// it: gives how many documents were before.
size_t cvector_add_gaps(uint8_t *bytes, const uint8_t *gaps, uint32_t width, size_t count, uint64_t documents,
                        const uint8_t *values, uint32_t value_width, uint64_t *carries, size_t *carried);

/// Sets the bytes of documents to 1 whose gaps stand in a row; otherwise the same.
size_t cvector_mark_gaps(uint8_t *bytes, const uint8_t *gaps, uint32_t width, size_t count, uint64_t documents);

/// Sets the bytes of `count` documents to 1.
void cvector_mark_bytes(uint8_t *bytes, const uint32_t *docs, size_t count);

/// The same for the documents of a bitmap.
void cvector_mark_dense_bytes(uint8_t *bytes, const uint64_t *words, size_t word_count);

/// Keeps those of `count` document numbers whose byte is not 0, with their slots; returns how many.
size_t cvector_filter_bytes(uint32_t *docs, uint32_t *slots, size_t count, const uint8_t *bytes);

/// How many of `count` documents have a byte that is not 0; whose bit is set.
size_t cvector_count_bytes(const uint32_t *docs, size_t count, const uint8_t *bytes);
size_t cvector_count_bits(const uint32_t *docs, size_t count, const uint64_t *words);

/// The bytes of `count` documents.
void cvector_take_bytes(const uint32_t *docs, size_t count, const uint8_t *bytes, uint32_t *values);

/// Adds one to the count of the ordinal at each of `count` places of a row as `cvector_unpack_row` reads it, `width` 0
/// to 33: the integer there plus `base`, less `raised` (0 or 1), below which there is none. Returns 0, and counts no
/// such ordinal, when one is not below `limit`, which is not 0.
int cvector_tally(const uint8_t *bytes, uint32_t width, const uint32_t *places, size_t count, uint32_t raised,
                  uint64_t base, uint64_t limit, uint32_t *counts);

/// For each of 64 times `word_count` bytes a bit: whether it is not 0.
void cvector_nonzero_words(const uint8_t *bytes, size_t word_count, uint64_t *words);

/// Clears the bits of `words` that `other` lacks; that `other` has.
void cvector_and(uint64_t *words, const uint64_t *other, size_t word_count);
void cvector_and_not(uint64_t *words, const uint64_t *other, size_t word_count);

/// How many bits both have.
size_t cvector_count_and(const uint64_t *left, const uint64_t *right, size_t word_count);

// Documents of a list that are wanted alone: those whose number, less the bits that `mask` lacks, is a bit set in `words`.

/// Writes these of `count` documents, and their places; returns how many. Writes up to 16 integers past the last ones.
size_t cvector_keep(const uint32_t *docs, size_t count, const uint64_t *words, uint32_t mask, uint32_t *kept_docs,
                    uint32_t *places);

/// The same for documents and values as `cvector_add_gaps` reads them: each pair has the document in its upper half and
/// its value in the lower. Gives how many documents were before one at or beyond `documents`. There is room for one
/// pair more than there are documents.
size_t cvector_keep_gaps(const uint8_t *gaps, uint32_t width, size_t count, uint64_t documents, const uint64_t *words,
                         uint32_t mask, const uint8_t *values, uint32_t value_width, uint64_t *pairs, size_t *kept);

/// For each of `count` ascending numbers: how many bits of `words` are set before its own.
void cvector_ranks(const uint64_t *words, const uint32_t *numbers, size_t count, uint32_t *ranks);

/// Sets the bits of `count` numbers; of documents whose gaps stand in a row, as `cvector_mark_gaps` does; of `other`.
void cvector_set_bits(uint64_t *words, const uint32_t *numbers, size_t count);
size_t cvector_set_gaps(uint64_t *words, const uint8_t *gaps, uint32_t width, size_t count, uint64_t documents);
void cvector_or(uint64_t *words, const uint64_t *other, size_t word_count);

/// The place from `from` on of the first value above `floor`, or `count`. Reads up to 64 bytes past the end.
size_t cvector_find_above(const uint32_t *values, size_t from, size_t count, uint32_t floor);

/// Writes the places of the values that are not 0, ascending, and these values, and sets all to 0; returns how many.
/// Writes up to 15 integers past the last ones.
size_t cvector_drain(uint32_t *values, size_t count, uint32_t *places, uint32_t *found);

/// Counts the values of `count` documents: those of document d stand in `values` from `starts[d]` up to `starts[d + 1]`;
/// without `starts` each document has one, at its own place. There are `rows` rows of counts, 1 or 4, each of `stride`
/// counts; the count of a value is what stands in all of them. Reads up to 7 values behind the last.
void cvector_count_values(const uint32_t *values, const uint32_t *starts, const uint32_t *docs, size_t count,
                          uint32_t *counts, size_t rows, size_t stride);
void cvector_count_narrow_values(const uint16_t *values, const uint32_t *starts, const uint32_t *docs,
                                 size_t count, uint32_t *counts, size_t rows, size_t stride);

#endif

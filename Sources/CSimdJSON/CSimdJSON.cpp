#include "CSimdJSON.h"
#include <new>
#include <simdjson.h>

struct csimdjson_parser {
  simdjson::dom::parser parser;
};

csimdjson_parser *csimdjson_create(size_t max_depth) {
  csimdjson_parser *parser = new (std::nothrow) csimdjson_parser;
  if (!parser) return nullptr;
  if (parser->parser.allocate(4096, max_depth) == simdjson::SUCCESS) return parser;
  delete parser;
  return nullptr;
}

void csimdjson_destroy(csimdjson_parser *parser) { delete parser; }

int csimdjson_parse(csimdjson_parser *parser, const uint8_t *json, size_t count) {
  return parser->parser.parse(json, count, false).error();
}

const uint64_t *csimdjson_tape(const csimdjson_parser *parser) { return parser->parser.doc.tape.get(); }

const uint8_t *csimdjson_strings(const csimdjson_parser *parser) { return parser->parser.doc.string_buf.get(); }

const uint32_t *csimdjson_structurals(const csimdjson_parser *parser, size_t *count) {
  *count = parser->parser.implementation->n_structural_indexes;
  return parser->parser.implementation->structural_indexes.get();
}

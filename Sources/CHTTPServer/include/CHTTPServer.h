#ifndef TESSERA_CHTTPSERVER_H
#define TESSERA_CHTTPSERVER_H
// What Tessera asks of libmicrohttpd, without a name of it. Nothing here knows what is served.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tessera_http_server tessera_http_server;
/// Lives as long as the call of the handler.
typedef struct tessera_http_request tessera_http_request;
typedef struct tessera_http_response tessera_http_response;

/// Answers a request, with one call of `tessera_http_respond`. Several threads call it at once.
typedef void (*tessera_http_handler)(void *context, tessera_http_request *request);

typedef struct {
  /// A numeric address, v4 or v6.
  const char *host;
  /// 0 for one that is free.
  uint16_t port;
  uint32_t threads;
  uint32_t connections;
  /// Bytes for the head of a request and that of its answer; a longer head is refused.
  uint32_t head_bytes;
  /// Seconds after which a connection without traffic is closed.
  uint32_t idle_seconds;
} tessera_http_options;

/// Listens and answers until it is stopped. NULL when it cannot, with the system's error number in `error`; 0 there
/// says that `host` is no address.
tessera_http_server *tessera_http_start(
  const tessera_http_options *options, tessera_http_handler handler, void *context, int *error);

uint16_t tessera_http_port(const tessera_http_server *server);

/// Whether only this machine can reach an address; false where it is none.
bool tessera_http_is_loopback(const char *host);

/// Connections that are open.
uint32_t tessera_http_connections(const tessera_http_server *server);

/// Takes no more connections, waits for the requests at work, at most so long, then closes everything and frees it.
void tessera_http_stop(tessera_http_server *server, uint32_t milliseconds);

// MARK: Requests

const char *tessera_http_method(const tessera_http_request *request);
/// The path, unescaped, without the parameters.
const char *tessera_http_path(const tessera_http_request *request);
/// The value of a header, NULL when there is none.
const char *tessera_http_header(const tessera_http_request *request, const char *name);

/// Calls `body` with name and value of each parameter in the order of the address, unescaped.
typedef void (*tessera_http_parameter)(
  void *context, const char *name, size_t name_count, const char *value, size_t value_count);
void tessera_http_parameters(
  const tessera_http_request *request, tessera_http_parameter body, void *context);

// MARK: Responses

/// Copies the body. NULL without memory.
tessera_http_response *tessera_http_response_new(const void *body, size_t count);
void tessera_http_response_add(tessera_http_response *response, const char *name, const char *value);
/// Takes the response. A HEAD request gets it without its body.
void tessera_http_respond(
  tessera_http_request *request, uint32_t status, tessera_http_response *response);

#endif

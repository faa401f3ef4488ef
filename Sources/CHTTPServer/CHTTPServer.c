#define _GNU_SOURCE
#include "CHTTPServer.h"
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct tessera_http_server {
  struct MHD_Daemon *daemon;
  tessera_http_handler handler;
  void *context;
  uint16_t port;
  /// Requests whose answers are not wholly sent.
  atomic_uint at_work;
};

struct tessera_http_request {
  struct MHD_Connection *connection;
  const char *method;
  const char *path;
  enum MHD_Result outcome;
};

// MARK: Listening

bool tessera_http_is_loopback(const char *host) {
  struct in_addr v4;
  struct in6_addr v6;
  if (inet_pton(AF_INET, host, &v4) == 1) return ntohl(v4.s_addr) >> 24 == 127;
  return inet_pton(AF_INET6, host, &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

/// A socket that listens, or -1 with the reason in `error`.
static int open_socket(const struct addrinfo *address, int *error) {
  int listener = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  int on = 1;
  if (listener >= 0 && setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0
    && bind(listener, address->ai_addr, address->ai_addrlen) == 0 && listen(listener, SOMAXCONN) == 0) {
    return listener;
  }
  *error = errno;
  if (listener >= 0) close(listener);
  return -1;
}

static uint16_t port_of(int listener) {
  struct sockaddr_storage address;
  socklen_t count = sizeof address;
  if (getsockname(listener, (struct sockaddr *)&address, &count) != 0) return 0;
  return ntohs(
    address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                  : ((struct sockaddr_in *)&address)->sin_port);
}

// MARK: Answering

static enum MHD_Result answer(
  void *context, struct MHD_Connection *connection, const char *path, const char *method,
  const char *version, const char *body, size_t *body_count, void **state) {
  (void)version;
  (void)body;
  tessera_http_server *server = context;
  if (*state == NULL) {
    *state = server;
    atomic_fetch_add(&server->at_work, 1);
    // A GET is answered at the second call, when its head is over: at the first, the connection would be closed
    // behind the answer. Other methods may bring a body that nobody wants, so they are answered at once.
    if (strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0) return MHD_YES;
  }
  // Neither GET nor HEAD has a body here: the connection ends.
  if (*body_count > 0) return MHD_NO;
  tessera_http_request request = {connection, method, path, MHD_NO};
  server->handler(server->context, &request);
  return request.outcome;
}

static void completed(
  void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code) {
  (void)connection;
  (void)code;
  tessera_http_server *server = context;
  if (*state != NULL) atomic_fetch_sub(&server->at_work, 1);
  *state = NULL;
}

/// What the library has to say concerns single connections: of no use to whoever reads our messages.
static void be_quiet(void *context, const char *format, va_list arguments) {
  (void)context;
  (void)format;
  (void)arguments;
}

static struct MHD_Daemon *start_daemon(
  tessera_http_server *server, const tessera_http_options *options, int family, int listener) {
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_ERROR_LOG;
  if (family == AF_INET6) flags |= MHD_USE_IPv6;
  // A pool is two threads or more.
  unsigned int threads = options->threads < 2 ? 2 : options->threads;
  // The logger comes first, so that it is in place for whatever the other options give rise to.
  return MHD_start_daemon(
    flags, 0, NULL, NULL, answer, server, MHD_OPTION_EXTERNAL_LOGGER, be_quiet, NULL,
    MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_THREAD_POOL_SIZE, threads,
    MHD_OPTION_CONNECTION_LIMIT, options->connections < threads ? threads : options->connections,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)options->head_bytes, MHD_OPTION_CONNECTION_TIMEOUT,
    options->idle_seconds, MHD_OPTION_NOTIFY_COMPLETED, completed, server, MHD_OPTION_END);
}

tessera_http_server *tessera_http_start(
  const tessera_http_options *options, tessera_http_handler handler, void *context, int *error) {
  *error = 0;
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
  struct addrinfo *address;
  if (getaddrinfo(options->host, NULL, &hints, &address) != 0) return NULL;
  if (address->ai_family == AF_INET6) {
    ((struct sockaddr_in6 *)address->ai_addr)->sin6_port = htons(options->port);
  } else {
    ((struct sockaddr_in *)address->ai_addr)->sin_port = htons(options->port);
  }
  int listener = open_socket(address, error);
  tessera_http_server *server = listener < 0 ? NULL : calloc(1, sizeof *server);
  if (server != NULL) {
    server->handler = handler;
    server->context = context;
    server->port = port_of(listener);
    errno = 0;
    server->daemon = start_daemon(server, options, address->ai_family, listener);
    if (server->daemon == NULL) {
      *error = errno != 0 ? errno : EIO;
      free(server);
      server = NULL;
    }
  } else if (listener >= 0) {
    *error = ENOMEM;
  }
  if (server == NULL && listener >= 0) close(listener);
  freeaddrinfo(address);
  return server;
}

uint16_t tessera_http_port(const tessera_http_server *server) { return server->port; }

uint32_t tessera_http_connections(const tessera_http_server *server) {
  const union MHD_DaemonInfo *info
    = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info == NULL ? 0 : info->num_connections;
}

void tessera_http_stop(tessera_http_server *server, uint32_t milliseconds) {
  int listener = MHD_quiesce_daemon(server->daemon);
  struct timespec pause = {.tv_nsec = 2000000};
  for (uint32_t waited = 0; waited < milliseconds && atomic_load(&server->at_work) > 0; waited += 2) {
    nanosleep(&pause, NULL);
  }
  MHD_stop_daemon(server->daemon);
  if (listener >= 0) close(listener);
  free(server);
}

// MARK: Requests

const char *tessera_http_method(const tessera_http_request *request) { return request->method; }

const char *tessera_http_path(const tessera_http_request *request) { return request->path; }

const char *tessera_http_header(const tessera_http_request *request, const char *name) {
  return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

struct parameter_visit {
  tessera_http_parameter body;
  void *context;
};

static enum MHD_Result visit_parameter(
  void *context, enum MHD_ValueKind kind, const char *name, size_t name_count, const char *value,
  size_t value_count) {
  (void)kind;
  const struct parameter_visit *visit = context;
  visit->body(visit->context, name, name_count, value == NULL ? "" : value, value == NULL ? 0 : value_count);
  return MHD_YES;
}

void tessera_http_parameters(
  const tessera_http_request *request, tessera_http_parameter body, void *context) {
  struct parameter_visit visit = {body, context};
  MHD_get_connection_values_n(request->connection, MHD_GET_ARGUMENT_KIND, visit_parameter, &visit);
}

// MARK: Responses

tessera_http_response *tessera_http_response_new(const void *body, size_t count) {
  // The copy is the library's: it is sent after the handler has returned.
  return (tessera_http_response *)MHD_create_response_from_buffer(
    count, count == 0 ? "" : (void *)body, MHD_RESPMEM_MUST_COPY);
}

void tessera_http_response_add(tessera_http_response *response, const char *name, const char *value) {
  if (response != NULL) MHD_add_response_header((struct MHD_Response *)response, name, value);
}

void tessera_http_respond(
  tessera_http_request *request, uint32_t status, tessera_http_response *response) {
  if (response == NULL) return;
  request->outcome = MHD_queue_response(request->connection, status, (struct MHD_Response *)response);
  MHD_destroy_response((struct MHD_Response *)response);
}

import Foundation
import Tessera
import TesseraPresentation
import TestSupport
import Testing

@testable import TesseraServer

@Suite("What the server answers")
struct SearchServiceTests {
  private let served = try! ServedIndex()

  // MARK: Searching

  @Test("a search has total, tokens, hits and counts, as the library gives them")
  func search() throws {
    let response = try served.service().get(
      "/search", [("q", "blade"), ("token", "genre:drama"), ("facets", "genre,a\\,b"), ("suggestions", "5")])
    #expect(response.status == .ok)
    #expect(response.contentType == "application/json")
    #expect(
      response.text.hasPrefix(
        #"{"total":{"value":1,"exact":true},"tokens":[{"token":"genre:drama","field":"genre","value":"drama"}],"#
      ))
    #expect(response.ids == ["m2"])
    let facets = try #require(response.json["facets"] as? [String: [[String: Any]]])
    #expect(facets["genre"]?.compactMap { $0["token"] as? String } == ["genre:Drama", #"genre:"Film Noir""#])
    #expect(facets["a,b"]?.compactMap { $0["token"] as? String } == [#""a,b":x"#])
    #expect(response.json["suggestedTokens"] is [Any] && response.json["completions"] is [Any])
  }

  @Test("ranges of dates are read, written and shown as dates")
  func dates() throws {
    try withTemporaryDirectory { folder in
      let index = try SearchIndex.create(
        at: folder + "/index", schema: Schema(text: ["title": 1], numbers: ["released"], key: "id"))
      try index.write { writer in
        try writer.add(json: #"{"id":"m1","title":"a","released":"2024-05-17"}"#)
        try writer.add(json: #"{"id":"m2","title":"a","released":"2019-01-01"}"#)
      }
      let service = SearchService(
        try SnapshotSource(folder: folder + "/index"), limits: ServerLimits(), isLocal: true)
      let response = service.get(
        "/search",
        [("q", "202"), ("token", "released:2024-05"), ("token", "released:2024-05-17T00:00..")])
      let tokens = try #require(response.json["tokens"] as? [[String: String]])
      #expect(
        tokens.map { $0["token"] } == [
          "released:2024-05-01T00:00Z..2024-05-31T23:59:59.999Z", "released:2024-05-17T00:00Z..",
        ])
      #expect(tokens.map { $0["value"] } == ["2024-05", "2024-05-17–"])
      let suggested = try #require(
        service.get("/suggest", [("q", "20")]).json["suggestedTokens"] as? [[String: Any]])
      #expect(suggested.map { $0["value"] as? String } == ["2000–2099"])
    }
  }

  @Test("the parameters say which hits, in which order")
  func parameters() throws {
    let service = try served.service()
    #expect(service.get("/search").ids == ["m1", "m2", "m3"])
    #expect(service.get("/search", [("sort", "year")]).ids == ["m2", "m3", "m1"])
    #expect(service.get("/search", [("sort", "year:desc"), ("limit", "1"), ("offset", "1")]).ids == ["m3"])
    #expect(service.get("/search", [("sort", "id:desc")]).ids == ["m3", "m2", "m1"])
    #expect(service.get("/search", [("q", "knife ruins")]).ids == [])
    #expect(Set(service.get("/search", [("q", "knife ruins"), ("match", "any")]).ids) == ["m1", "m3"])
    #expect(service.get("/search", [("token", "year:1955..")]).ids == ["m1", "m3"])
    #expect(service.get("/search", [("token", "ruby"), ("token", "ruby")]).ids == ["m1"])
    let bounded = service.get("/search", [("count", "1"), ("limit", "1"), ("q", "r")])
    #expect((bounded.json["total"] as? [String: Any])?["value"] as? Int ?? 0 >= 1)
  }

  @Test("a document is given whole, and its texts in pieces of which every second one is found")
  func documents() throws {
    let response = try served.service().get("/search", [("highlight", "true"), ("q", "knife rub")])
    let hit = try #require((response.json["hits"] as? [[String: Any]])?.first)
    #expect(hit["title"] as? [String] == ["The ", "Rub", "y Blade"])
    #expect(hit["snippet"] as? [String] == ["A <b>", "knife", "</b> & a fork"])
    #expect((hit["document"] as? [String: Any])?["plot"] as? String == "A <b>knife</b> & a fork")
    let plain = try served.service().get("/search", [("q", "knife rub")])
    #expect((plain.json["hits"] as? [[String: Any]])?.first?["title"] == nil)
  }

  @Test("beside title and passage stand a few values, numbers first and with their field")
  func values() throws {
    let response = try served.service().get("/search", [("highlight", "true"), ("sort", "id")])
    let hits = try #require(response.json["hits"] as? [[String: Any]])
    #expect(
      hits.map { $0["values"] as? [String] } == [
        ["year 1997", "Comedy"], ["year 1950", "x", "Drama, Film Noir"], ["year 1960", "Drama"],
      ])
  }

  @Test("values of a document's parts come behind its own")
  func valuesOfParts() throws {
    try withTemporaryDirectory { folder in
      let schema = Schema(
        text: ["title": 1], facets: ["author.city", "genre"], numbers: ["author.born", "year"], key: "id")
      let index = try SearchIndex.create(at: folder + "/index", schema: schema)
      try index.write {
        try $0.add(
          json: #"{"id":1,"title":"A","genre":"War","year":1997,"author":{"city":"Cork","born":1950}}"#)
      }
      let service = SearchService(
        try SnapshotSource(folder: folder + "/index"), limits: ServerLimits(), isLocal: true)
      let hits = try #require(
        service.get("/search", [("highlight", "true")]).json["hits"] as? [[String: Any]])
      #expect(hits[0]["values"] as? [String] == ["year 1997", "War", "author.born 1950", "Cork"])
    }
  }

  @Test("a stored document that is none is damage of the index, whose file and section are named")
  func storedNonsense() throws {
    let snapshot = try served.index.snapshot()
    let hit = try snapshot.search(Query()).hits[0]
    let error = #expect(throws: TesseraError.self) {
      try HitTexts(Query(text: "ruby"), snapshot, DocumentSummarizer(snapshot.schema))
        .summary(of: #"{"title": "Ruby}"#, hit)
    }
    #expect(error?.kind == .corrupt && error?.file?.hasPrefix(served.folder) == true)
    #expect(error?.detail.contains("documents") == true)
  }

  @Test("without text, title and passage are the texts themselves; a document without them has none")
  func documentsWithoutText() throws {
    let response = try served.service().get("/search", [("highlight", "true")])
    let hits = try #require(response.json["hits"] as? [[String: Any]])
    #expect(
      hits.map { $0["title"] as? [String] } == [
        ["The Ruby Blade"], ["Blade of Ruin"], ["Ruins \u{0}\u{1b}</script>"],
      ])
    #expect(hits.map { $0["snippet"] as? [String] } == [["A <b>knife</b> & a fork"], nil, nil])
  }

  @Test("suggestions are next tokens, with the text that is left")
  func suggestions() throws {
    let response = try served.service().get("/suggest", [("q", "blade noi")])
    let tokens = try #require(response.json["suggestedTokens"] as? [[String: Any]])
    #expect(tokens.first?["token"] as? String == #"genre:"Film Noir""#)
    #expect(tokens.first?["count"] as? Int == 1)
    #expect(tokens.first?["text"] as? String == "blade ")
    #expect(response.json["hits"] == nil)
  }

  // MARK: Refusals

  @Test(
    "what cannot be meant is refused with the reason",
    arguments: [
      ("limit", "ten", "parameter 'limit' expects a whole number up to 100, not 'ten'"),
      ("limit", "101", "parameter 'limit' expects a whole number up to 100, not '101'"),
      ("offset", "-1", "parameter 'offset' expects a whole number up to 10000, not '-1'"),
      ("count", "some", "parameter 'count' expects a whole number, not 'some'"),
      ("match", "none", "parameter 'match' expects 'all' or 'any', not 'none'"),
      ("facets", "genre,,", "parameter 'facets' expects names of fields"),
      ("facets", "nope", "unknown facet field: nope; the index has a,b, genre"),
      ("sort", "nope", "unknown number field: nope; the index has year"),
      ("token", " ", "a token is blank"),
      ("page", "2", "there is no parameter 'page'"),
      (
        "facets", String(repeating: "genre,", count: 16) + "genre",
        "parameter 'facets' takes at most 16 fields"
      ),
    ])
  func refusals(name: String, value: String, detail: String) throws {
    let response = try served.service().get("/search", [(name, value)])
    #expect(response.status == .badRequest)
    #expect(response.detail == detail)
  }

  @Test("a parameter given twice, too many and too long ones, and bytes that are no text are refused")
  func parameterLimits() throws {
    let service = try served.service()
    #expect(service.get("/search", [("q", "a"), ("q", "b")]).detail == "parameter 'q' is given twice")
    let many = (0..<65).map { ("token", "t\($0)") }
    #expect(service.get("/search", many).status == .badRequest)
    #expect(service.get("/search", Array(many.dropLast())).status == .ok)
    #expect(service.get("/search", [("q", String(repeating: "a", count: 8_192))]).status == .tooLong)
    #expect(service.get("/search", [("q", String(repeating: "a", count: 8_191))]).status == .ok)
    let broken = service.answer(HTTPRequest(path: "/search", parameters: nil, host: nil))
    #expect(broken.status == .badRequest)
  }

  @Test("every script that the page needs is served")
  func scripts() throws {
    for (path, file) in Page.files where path.hasSuffix(".js") {
      let text = String(decoding: file.body, as: UTF8.self)
      for part in text.split(separator: "from \"./").dropFirst() {
        let needed = "/" + part.prefix { $0 != "\"" }
        #expect(Page.files[needed] != nil, "\(path) needs \(needed)")
      }
    }
  }

  @Test("only GET and HEAD are served, at the fixed addresses, and to local names")
  func routing() throws {
    let service = try served.service()
    for path in Page.files.keys + ["/search", "/suggest", "/schema", "/health", "/metrics"] {
      #expect(service.get(path).status == .ok, "\(path)")
    }
    for path in ["", "//", "/..", "/../manifest", "/manifest", "/search/", "/Search", "/search\u{0}"] {
      #expect(service.get(path).status == .notFound, "\(path)")
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "get"] {
      let response = service.answer(HTTPRequest(method: method, path: "/search", parameters: []))
      #expect(response.status == .methodNotAllowed)
      #expect(response.headers.contains { $0.name == "Allow" && $0.value == "GET, HEAD" })
    }
    let hosts: [(String?, Bool)] = [
      ("localhost", true), ("LOCALHOST:80", true), ("127.0.0.1:9", true), ("[::1]:8080", true), (nil, true),
      ("example.com", false), ("localhost.example.com", false), ("127.0.0.1.example.com", false), ("", false),
      ("[::2]", false), ("192.168.0.1", false),
    ]
    for (host, isServed) in hosts {
      let response = service.answer(HTTPRequest(path: "/health", parameters: [], host: host))
      #expect(response.status == (isServed ? .ok : .misdirected), "\(host ?? "none")")
    }
    let open = try served.service(isLocal: false)
    #expect(open.answer(HTTPRequest(path: "/health", parameters: [], host: "example.com")).status == .ok)
  }

  @Test("an answer that is not there in time is 503, with when to come again")
  func time() throws {
    var limits = ServerLimits()
    limits.milliseconds = 0
    let response = try served.service(limits: limits).get("/search")
    #expect(response.status == .unavailable)
    #expect(response.headers.contains { $0.name == "Retry-After" })
  }

  @Test("a search beyond its budget is ended where it is, and soon")
  func slowSearch() throws {
    try withTemporaryDirectory { folder in
      let index = try SearchIndex.create(at: folder + "/index", schema: Schema(text: ["t": 1], facets: ["f"]))
      try index.write { writer in
        for number in 0..<4_000 {
          let words = (0..<24).map { "w\((number &* 7_919 &+ $0 &* 104_729) % 500)" }.joined(separator: " ")
          try writer.add(json: #"{"t":"\#(words)","f":"v\#(number)"}"#)
        }
      }
      let source = try SnapshotSource(folder: folder + "/index")
      let words = (0..<500).map { "w\($0)" }.joined(separator: " ") + " "
      func search(milliseconds: Int) -> (status: HTTPResponse.Status, time: Duration) {
        var limits = ServerLimits()
        limits.milliseconds = milliseconds
        let service = SearchService(source, limits: limits, isLocal: true)
        let start = ContinuousClock.now
        let response = service.get("/search", [("q", words), ("match", "any"), ("facets", "f")])
        return (response.status, ContinuousClock.now - start)
      }
      let whole = search(milliseconds: 600_000)
      #expect(whole.status == .ok)
      let ended = search(milliseconds: 1)
      #expect(ended.status == .unavailable)
      #expect(ended.time < whole.time / 2, "\(ended.time) of \(whole.time)")
    }
  }

  @Test("of documents beyond the limit of bytes, an answer has the ids")
  func documentBytes() throws {
    var limits = ServerLimits()
    limits.documentBytes = 120
    let hits = try served.service(limits: limits).get("/search").json["hits"] as? [[String: Any]]
    #expect(hits?.count == 3)
    #expect(hits?.filter { $0["document"] != nil }.count == 1)
  }

  // MARK: Reloading

  @Test("the next request sees a commit, also of a writer that is not the server's; a snapshot in use stays")
  func reload() throws {
    let service = try served.service()
    let before = service.source.current().snapshot
    try served.add(#"{"id":"m4","title":"Late"}"#)
    #expect(service.get("/search", [("q", "late")]).ids == ["m4"])
    #expect(before.documentCount == 3)
    #expect(service.get("/health").text == #"{"status":"ok","documents":4,"reloads":1}"#)
  }

  @Test("an index that cannot be read any more is served as it was, and said by /health")
  func failedReload() throws {
    let service = try served.service()
    let path = served.folder + "/manifest"
    let good = try Data(contentsOf: URL(filePath: path))
    try Data("nonsense".utf8).write(to: URL(filePath: path))
    #expect(service.get("/search", [("q", "blade")]).ids.count == 2)
    #expect(service.get("/health").status == .unavailable)
    #expect(!service.get("/health").text.contains(served.folder))
    try FileManager.default.removeItem(atPath: path)
    #expect(service.get("/health").status == .unavailable)
    try good.write(to: URL(filePath: path))
    #expect(service.get("/health").status == .ok)
    #expect(service.get("/metrics").text.contains("\ntessera_reload_failed 0\n"))
  }

  @Test("many threads ask while a writer commits: each answer is of one commit, and the last of the newest")
  func reloadUnderLoad() async throws {
    let service = try served.service()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var last = 0
          for _ in 0..<100 {
            let response = service.get("/search", [("q", "commit"), ("limit", "100")])
            #expect(response.status == .ok)
            let total = (response.json["total"] as? [String: Any])?["value"] as? Int ?? -1
            #expect(total == response.ids.count && total >= last)
            last = total
          }
        }
      }
      for number in 0..<20 { try served.add(#"{"id":"c\#(number)","title":"commit"}"#) }
      try await group.waitForAll()
    }
    #expect(service.get("/search", [("q", "commit"), ("limit", "100")]).ids.count == 20)
  }

  // MARK: Metrics

  @Test("the metrics count requests by route and status, and name nothing a client sent")
  func metrics() throws {
    let service = try served.service()
    _ = service.get("/search", [("q", "blade")])
    _ = service.get("/secret\n} 1", [("q", "secret")])
    let text = service.get("/metrics").text
    #expect(text.contains("\ntessera_requests_total{route=\"search\",status=\"200\"} 1\n"))
    #expect(text.contains("\ntessera_requests_total{route=\"none\",status=\"404\"} 1\n"))
    #expect(text.contains("\ntessera_documents 3\n"))
    #expect(!text.contains("secret"))
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(
        line.wholeMatch(of: /[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+/) != nil, "\(line)")
    }
  }

  @Test("each limit of a request is one that can be reached, and one past it is refused")
  func limits() throws {
    let service = try served.service()
    func status(_ name: String, _ value: String) -> HTTPResponse.Status {
      service.get("/search", [(name, value)]).status
    }
    for (name, limit) in [("limit", 100), ("values", 100), ("offset", 10_000), ("suggestions", 50)] {
      #expect(status(name, "\(limit)") == .ok, "\(name)")
      #expect(status(name, "\(limit + 1)") == .badRequest, "\(name)")
    }
    #expect(status("count", "\(Int.max)") == .ok)
    func fields(_ count: Int) -> String { Array(repeating: "genre", count: count).joined(separator: ",") }
    #expect(status("facets", fields(16)) == .ok)
    #expect(status("facets", fields(17)) == .badRequest)
    func tokens(_ count: Int) -> [(String, String)] { Array(repeating: ("token", "x"), count: count) }
    #expect(service.get("/search", tokens(64)).status == .ok)
    #expect(service.get("/search", tokens(65)).detail == "there are more than 64 parameters")
    #expect(status("q", String(repeating: "a", count: 8_191)) == .ok)
    #expect(status("q", String(repeating: "a", count: 8_192)) == .tooLong)
    let words = (0..<1_025).map { String($0, radix: 36) }.joined(separator: " ")
    #expect(service.get("/search", [("q", words)]).detail.hasPrefix("a query of too many different words: "))
  }
}

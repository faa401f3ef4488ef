/// The page and what belongs to it, from the files in the folder `Page`, which the build puts into the program.
enum Page {
  /// By their addresses.
  static let files: [String: HTTPResponse] = [
    "/": file("text/html", PackageResources.page_html),
    "/page.css": file("text/css", PackageResources.page_css),
    "/icon.svg": file("image/svg+xml", PackageResources.icon_svg),
    "/page.js": script(PackageResources.page_js),
    "/asking.js": script(PackageResources.asking_js),
    "/dom.js": script(PackageResources.dom_js),
    "/pills.js": script(PackageResources.pills_js),
    "/results.js": script(PackageResources.results_js),
    "/state.js": script(PackageResources.state_js),
    "/suggestions.js": script(PackageResources.suggestions_js),
    "/tokenList.js": script(PackageResources.tokenList_js),
  ]

  private static func script(_ body: [UInt8]) -> HTTPResponse { file("text/javascript", body) }

  private static func file(_ type: String, _ body: [UInt8]) -> HTTPResponse {
    HTTPResponse(contentType: type + "; charset=utf-8", body: body)
  }
}

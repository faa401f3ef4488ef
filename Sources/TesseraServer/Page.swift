/// The page and what belongs to it, from the files in the folder `Page`, which the build puts into the program.
enum Page {
  static let html = HTTPResponse(
    contentType: "text/html; charset=utf-8", body: PackageResources.page_html)
  static let script = HTTPResponse(
    contentType: "text/javascript; charset=utf-8", body: PackageResources.page_js)
  static let style = HTTPResponse(contentType: "text/css; charset=utf-8", body: PackageResources.page_css)
  static let icon = HTTPResponse(contentType: "image/svg+xml", body: PackageResources.icon_svg)
}

extension HostFile {
  /// Locations for published names alone, to be included in the `server` or `location` that has the folder as its `root` or
  /// `alias`. Their types are stated here, since a server's own list may lack one or be none
  /// (https://nginx.org/en/docs/http/ngx_http_core_module.html#types). Without `always`, answers such as 404 get no
  /// `Cache-Control` (https://nginx.org/en/docs/http/ngx_http_headers_module.html).
  static let nginx: String = {
    let locations = MediaFormat.published.map { format in
      """
      location ~ "\\.[0-9a-f]{\(PublishedAsset.digestLength)}\\.\(format.fileExtension)$" {
        types { }
        default_type \(format.mediaType);
        add_header Cache-Control "\(PublishedAsset.cacheControl)";
        add_header X-Content-Type-Options nosniff;
      }
      """
    }
    let usage = "# Include it in the server or location that serves the published folder."
    return (["# " + notice, usage] + locations).joined(separator: "\n") + "\n"
  }()
}

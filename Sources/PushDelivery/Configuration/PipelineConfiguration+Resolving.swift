extension PipelineConfiguration {
  /// This configuration with what flags and variables say instead. Output and base URL are the destination's.
  public func applying(_ overrides: ConfigurationOverrides) -> PipelineConfiguration {
    var configuration = self
    if !destinations.isEmpty {
      if let output = overrides.output { configuration.destinations[0].place = .directory(path: output) }
      if let baseURL = overrides.baseURL { configuration.destinations[0].baseURL = baseURL }
    }
    configuration.requestFolder = overrides.requests ?? requestFolder
    configuration.reportPath = overrides.report ?? reportPath
    configuration.jobs = overrides.jobs ?? jobs
    if overrides.noCache == true { configuration.cache.path = nil }
    return configuration
  }

  /// The destination to publish to, once flags and variables are applied.
  ///
  /// - Parameter file: the configuration file's path, as diagnostics name it.
  public func resolvedDestination(file: String = "pipeline.yml") -> Checked<ResolvedDestination> {
    guard let destination = destinations.first, let baseURL = destination.baseURL else {
      return Checked(nil, [missingBaseURL(file)])
    }
    let resolved = ResolvedDestination(name: destination.name, place: destination.place, baseURL: baseURL)
    return Checked(resolved, sharedFolder(resolved, file).map { [$0] } ?? [])
  }

  private func missingBaseURL(_ file: String) -> Diagnostic {
    Diagnostic(
      "configuration.missing-key", .error,
      .init(.configuration, file, keyPath: "publish[0].base-url"),
      "no base URL is known, so requests cannot say where the pictures are",
      remedy: "write `base-url` under `publish`, give \(Setting.baseURL.flag), or set \(Setting.baseURL.variable)")
  }

  /// The request folder is committed as a set: whatever else lies in it would be moved away.
  private func sharedFolder(_ destination: ResolvedDestination, _ file: String) -> Diagnostic? {
    guard case .directory(let path) = destination.place, components(path) == components(requestFolder) else {
      return nil
    }
    return Diagnostic(
      "configuration.conflict", .error, .init(.configuration, file, keyPath: "requests.path"),
      "pictures and requests would both go to \(path.quoted), and each run puts the request folder in order",
      remedy: "give one of them another folder (\(Setting.output.flag), \(Setting.requests.flag))")
  }

  private func components(_ path: String) -> [Substring] {
    [path.hasPrefix("/") ? "/" : ""] + path.split(separator: "/").filter { $0 != "." }
  }
}

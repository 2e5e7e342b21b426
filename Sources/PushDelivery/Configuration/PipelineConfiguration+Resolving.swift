extension PipelineConfiguration {
  /// This configuration with what flags and variables say instead. Output and base URL are the destination's.
  public func applying(_ overrides: ConfigurationOverrides) -> PipelineConfiguration {
    var configuration = self
    if !destinations.isEmpty {
      if let output = overrides.output { configuration.destinations[0].place.move(to: output) }
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
    return Checked(ResolvedDestination(name: destination.name, place: destination.place, baseURL: baseURL))
  }

  private func missingBaseURL(_ file: String) -> Diagnostic {
    Diagnostic(
      "configuration.missing-key", .error,
      .init(.configuration, file, keyPath: "publish[0].base-url"),
      "no base URL is known, so requests cannot say where the pictures are",
      remedy: "write `base-url` under `publish`, give \(Setting.baseURL.flag), or set \(Setting.baseURL.variable)")
  }
}

extension DestinationSettings.Place {
  /// Another folder for the same hosts.
  fileprivate mutating func move(to folder: String) {
    switch self {
    case .directory(_, let headers): self = .directory(path: folder, headers: headers)
    }
  }
}

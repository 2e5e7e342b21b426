import Findings
import Foundation
import PushDelivery

/// What an earlier run published, as it was written down.
public struct CampaignManifest: Sendable {
  let assets: [RequestIndex.Asset]

  /// The largest that is read: an index of a hundred thousand requests has thirty million bytes.
  private static let largestFile = 500_000_000

  /// - Parameter path: of an `index.json` of a request folder, or of a run report.
  /// - Throws: `PipelineError.campaign` where the file is none; `.fileSystem` where it cannot be read.
  public init(path: String) throws(PipelineError) {
    let bytes: [UInt8]
    do { bytes = try FileReading.bytes(of: path, limit: Self.largestFile) } catch { throw .fileSystem(error) }
    if let index = RequestIndex.read(bytes) {
      assets = index.assets
    } else if let report = try? JSONDecoder().decode(RunReport.self, from: Data(bytes)) {
      assets = PublishedMedia(report.assets).assets
    } else {
      throw .campaign([.noManifest(path)])
    }
  }

  /// The address under which the assets lie; nil where there are none, or they have no address in common.
  public var baseURL: String? {
    let addresses = Set(assets.map { $0.url.hasSuffix("/" + $0.path) ? String($0.url.dropLast($0.path.count)) : nil })
    return addresses.count == 1 ? addresses.first ?? nil : nil
  }
}

extension Diagnostic {
  fileprivate static func noManifest(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignManifest, .init(.configuration, path),
      "this is neither the index.json of a request folder nor a run report",
      remedy: "name the index.json that `richpush run` wrote into its request folder")
  }
}

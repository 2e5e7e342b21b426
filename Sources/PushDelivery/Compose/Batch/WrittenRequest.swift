import Findings

/// A request of a campaign in every form that is wanted, for those who only hand it on.
package struct WrittenRequest: Hashable, Sendable {
  package let id: MessageIdentifier
  package let target: MessageTarget
  package let payload: PayloadEstimate
  /// The published files that it refers to: the still, then what moves.
  package let assetURLs: [String]
  package let proof: DeliveryProof
  /// In the order of the forms, validate-only twins last.
  package let files: [ComposedRequest.File]
  /// Its body on one line, where no file is the body itself; empty where one is.
  package let line: [UInt8]
  /// Whether Apple's systems have a picture to show.
  package let hasApplePicture: Bool

  init(
    id: MessageIdentifier, target: MessageTarget, payload: PayloadEstimate, assetURLs: [String], proof: DeliveryProof,
    files: [ComposedRequest.File], line: [UInt8], hasApplePicture: Bool
  ) {
    (self.id, self.target, self.payload) = (id, target, payload)
    (self.assetURLs, self.proof, self.files) = (assetURLs, proof, files)
    (self.line, self.hasApplePicture) = (line, hasApplePicture)
  }

  package init(_ request: ComposedRequest) {
    self.init(
      id: request.id, target: request.target, payload: request.payload, assetURLs: request.assetURLs,
      proof: request.proof, files: request.files,
      line: request.files.contains(where: \.isBody) ? [] : request.bodyLine(),
      hasApplePicture: request.message["apns"]?["fcm_options"]?["image"] != nil)
  }
}

public import PushDelivery

extension PipelineFile {
  /// pipeline.yml with the kinds of destinations that PushDelivery itself describes.
  public static let standard = PipelineFile(destinations: [
    DirectoryPlace.self, S3Bucket.self, GoogleBucket.self, AzureContainer.self,
  ])
}

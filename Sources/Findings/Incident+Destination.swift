/// The place that is published to takes nothing, or delivers something else.
extension Incident {
  static let destination = [
    destinationConflict, destinationCredentials, destinationDeploy, destinationDownloadToken, destinationForbidden,
    destinationHostFile,
    destinationMissingBucket, destinationRegion, destinationRejected, destinationTLS, destinationUnproven,
    destinationUnverified,
  ]

  public static let destinationConflict = Incident(
    "destination.conflict", .destination, .error,
    "Other bytes are published under the name already, and a published name never changes; or the same with a type or "
      + "Cache-Control by which they are not loaded as they should be.",
    remedy: "remove that file if it is damaged, then run again")

  public static let destinationCredentials = Incident(
    "destination.credentials", .destination, .error, "The store does not accept the credentials, or there are none.",
    remedy: "correct or renew them: `AWS_*`, `~/.aws/credentials` or `GOOGLE_APPLICATION_CREDENTIALS`",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html")

  public static let destinationDeploy = Incident(
    "destination.deploy", .destination, .error,
    "The command under `deploy` failed, so what was published may not be served; the requests stay as they were.",
    remedy: "look at what it printed, mend that and run again")

  public static let destinationDownloadToken = Incident(
    "destination.download-token", .destination, .error,
    "The object is there already without the token in its download URL, which would answer 403.",
    remedy: "remove the object, or let the bucket's rules allow everyone to read and do without tokens",
    source: "https://firebase.google.com/docs/storage/web/download-files")

  public static let destinationForbidden = Incident(
    "destination.forbidden", .destination, .error, "The store knows the credentials, and they may not publish there.",
    remedy: "let them create and read objects under the prefix",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html")

  public static let destinationHostFile = Incident(
    "destination.host-file", .destination, .error,
    "Where the file for a static host belongs lies one that richpush did not write, and it stays as it is.",
    remedy: "move it away and run again, or delete the host from `headers`")

  public static let destinationMissingBucket = Incident(
    "destination.missing-bucket", .destination, .error, "The bucket does not exist.",
    remedy: "correct its name, or create it",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html")

  public static let destinationRegion = Incident(
    "destination.region", .destination, .error, "The bucket is in another region.",
    remedy: "set region and endpoint to the bucket's own; the diagnostic names it where the store does",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html")

  public static let destinationRejected = Incident(
    "destination.rejected", .destination, .error, "The store refused the upload for a reason of its own.",
    remedy: "change what its words say")

  public static let destinationTLS = Incident(
    "destination.tls", .destination, .error, "The connection to the store is not secure, so nothing was sent.",
    remedy: "correct the endpoint, or have its certificate renewed or its authority installed")

  public static let destinationUnproven = Incident(
    "destination.unproven", .destination, .note,
    "The published bytes were not loaded again (`verify: head` or `off`), so a change on the way is not seen.",
    remedy: "use `verify: get`, which is the default for buckets")

  public static let destinationUnverified = Incident(
    "destination.unverified", .destination, .error,
    "A published URL does not deliver the very bytes with the right type, at once and without a redirect.",
    remedy: "look whether base-url leads there, and whether something in front of it changes what it delivers")
}

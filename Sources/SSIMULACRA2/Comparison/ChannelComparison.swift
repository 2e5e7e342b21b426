/// Compares one channel of a candidate at one scale with what is there of the reference, band by band.
protocol ChannelComparison: BandConsumer {
  /// What the channel adds to the error of the picture.
  var error: Double { get }
}

/// A moment as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
public enum HTTPDate {
  /// - Parameter seconds: since 1970, in UTC.
  public static func text(secondsSince1970 seconds: Int64) -> String {
    let (days, second) = floorDivide(seconds, by: 86_400)
    let day = CalendarDay(daysSince1970: days)
    // 1 January 1970 was a Thursday.
    let weekday = weekdays[Int(floorDivide(days, by: 7).remainder)]
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }.joined(separator: ":")
    return "\(weekday), \(padded(day.day, to: 2)) \(months[Int(day.month) - 1]) \(padded(day.year, to: 4)) \(time) GMT"
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

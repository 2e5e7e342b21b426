import PushDelivery

// Words that people read, and what machines leave in their place.
extension RequestBody {
  private static func title(_ text: String, finds: [String] = []) -> RequestBody {
    RequestBody(
      "the title \(text)", finds: finds, ##"{"message": {"topic": "spring", "notification": {"title": "\##(text)"}}}"##)
  }

  static let shownWords: [RequestBody] =
    noValues + placeholders + markup + spreadsheets + brokenLetters + otherColumns + dates + doubles

  private static let noValues: [RequestBody] =
    ["#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "undefined", "null", "NaN", "None", " None "]
    .map {
      title($0, finds: ["message.no-value"])
    } + [
      title("Loading...", finds: ["message.no-value"]), title("(blank)", finds: ["message.no-value"]),
      title("Unbekannt"),
      title("[object Object]", finds: ["message.no-value"]), title("For [object Object]", finds: ["message.no-value"]),
      title("Hello null, it is here", finds: ["message.no-value"]), title("TRUE", finds: ["message.no-value"]),
      title("Hallo , dein Tisch ist frei", finds: ["message.no-value"]),
      title("Your day: Invalid Date", finds: ["message.no-value"]), title("Nur NaN €", finds: ["message.no-value"]),
      title("Member since 30.12.1899", finds: ["message.no-value"]),
      title("Hallo Null, dein Paket ist da"), title("Bonjour ! Déjà Noël"), title("Versand: null €"),
      title("Undefined, null and NaN"),
      title("Hallo undefined", finds: ["message.no-value"]),
      title("Hi undefined, your order", finds: ["message.no-value"]),
      title("Guten Morgen undefined!", finds: ["message.no-value"]),
      title("undefined, your order is here", finds: ["message.no-value"]),
      title("None of your friends"), title("undefined behaviour explained"), title("The result is undefined."),
      title("Division by zero: undefined"), title("It stays undefined"), title("Undefined"),
      title("#1 in null gravity"),
      title("Nan's kitchen"),
      RequestBody(
        "an alert of Apple's without a value", with: ##""apns": {"payload": {"aps": {"alert": "#N/A"}}}"##,
        finds: ["message.no-value"]),
      RequestBody(
        "a button without a value",
        with: #""webpush": {"notification": {"actions": [{"action": "a", "title": "undefined"}]}}"#,
        finds: ["message.no-value"]),
    ]

  /// Remains of spreadsheets in a sentence.
  private static let spreadsheets: [RequestBody] =
    [
      "From #N/A today", "Nur #BEZUG!.", "Ab ########", "No. 1.23457E+14", "=A2&B2", "=VERKETTEN(A1;B1)",
      "Pris: #VÄRDEFEL!", "価格は#VALUE!円", "Kundennr. 4,91701E+12 ist da", "Nur 3.9000000000000004 €",
      "=verketten(A2;B2)",
    ].map { title($0, finds: ["message.no-value"]) }
    + [
      "#NVIDIA day", "#NAMASTE", "Pi is 3.14159265", "Seat 1E10", "#1 in Sweden", "=) Happy Friday", "-50% on rye",
      "+20 points", "C# and E+",
    ].map { title($0) }

  /// Letters that were lost or turned into others, and texts that look like it.
  private static let brokenLetters: [RequestBody] =
    [
      "FrÃ¼hlingsbrÃ¶tchen", "10Â % off", "Ã–ffnung", "Bakerâ€™s choice", "5 â‚¬", "Fr\u{FFFD}hling", "Line_x000D_ two",
      "ðŸŽ‰ Party",
      "Gr?ne Woche", "Br√∂tchen f√ºr alle", "РЎРІРµР¶РёР№ С…Р»РµР±", "Br├╢tchen f├╝r alle", "Don‚Äôt",
      "Ø®Ø¨Ø² Ø·Ø§Ø²Ø¬",
      "辟ｼ縺阪◆縺ｦ縺ｮ", "Br=C3=B6tchen", "Fresh%20bread", "?????? ????", ":tada: Fresh bread", "Family \u{1F468}\u{200D}",
      "New \u{202E}bread", "\u{F0B7} Bread",
      "Fresh\\\\nand warm", "?? Cardamom buns ??", "?Tienes hambre", "Cardamom+buns+today",
    ].map { title($0, finds: ["message.broken-letters"]) }
    + [
      "Ça va? Été, Ã la carte", "São Tomé – Señor Muñoz", "CAFÉ™ „Spaß“", "“HYVÄ” ja “YÖ”", "Noël : Ça y est",
      "Really?", "СІРІ ДНІ", "Wien–Ödenburg–Übelbach", "« café » « thé » « blé »", "??? Quiz ???",
      "Doors: 19:00: be there", "a :b: c", "50 % = 2 × 25%20g",
      "ÅNGSTRÖM…", "Foto+Video+Print", "C++ in 21 days", "What?? Free??", "50+ bikes", "Body+mind", "?!",
    ].map { title($0) }

  /// Values of other columns, and texts that are not written yet.
  private static let otherColumns: [RequestBody] =
    [
      "hero.jpg", "https://www.e-bakery.com/x", "anna@e-bakery.com", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "4711089",
      "2026-11-28", "de-DE", "bread_v2_final", #"{\"de\": \"Brot\"}"#,
    ].map { title($0, finds: ["message.misplaced-value"]) }
    + [
      "Your title here", "DRAFT: spring", "Lorem ipsum dolor sit", "Test 2", "TBD", "Only XX,XX € today",
      "TEST: spring", "TODO - ask Anna", "Only XX kr today", "Hi [Insert Name]", "Final v2: spring",
      "Buns (Anna please check)",
      "Brot (Text folgt)", "Title: Cardamom buns", "Option 2: Cardamom buns", "Cardamom buns (13/40)",
      "Warm from eight // please check price", "Offer, see attached PDF", "Sure! Here is a short text",
      "Warm until the the evening", "Ab 13. Dezember gilt der Plan und und",
      "EVERYTHING IN OUR SHOPS MUST LEAVE BEFORE SUNDAY",
    ].map {
      title($0, finds: ["message.draft"])
    }
    + [
      "Lorem Ipsum Books opens", "TODO lists that work", "[NEW] Test drive", "Draft beer festival", "Dummy run",
      "Title fight tonight", "1984", "45987", "1000000", "1,000,000", "Write to anna@e-bakery.com", "e-bike",
      "XXL-Schal", "Super Bowl XX", "Final version of our menu", "Final: Oslo – Bergen",
      "Option 2 was a book", "Option A: win", "Part (2/3)", "Music // Art // Food", "Body: 40 g", "Kino: Titel",
      "Stout (draft), 5 €",
      "Todo -50 % hoy", "Hotel (todo incluido)", "Test: Das beste Brot", "Bye bye, the, the end", "Die die wir lieben",
      "NASA AND ESA: ISS over Europe", "BLACK FRIDAY 2026",
      "Wij vinden dat het het beste is", "Serien du tittar på på TV",
    ].map { title($0) }

  /// Days of the week and last days; the time of these tests is in the year 2027.
  private static let dates: [RequestBody] =
    [
      "Saturday, 29 November 2026", "samstag, den 29. November 2026", "Fredag den 29 november 2026!",
      "Tuesday, March 1st, 2027",
      "Sonntag, 28.11.2026", "until 28 November 2025", "Nur bis Freitag, 28. November 2025", "jusqu'au 3 mars 2025",
      "el lunes 29 de noviembre de 2026", "Photos on 31 November 2026", "Den 30 februari",
      "Ends 11/20/2026 at midnight",
      "Treffen am 20. November 2026 um 19 Uhr", "Ihr Termin am 03.12.2026, 9 Uhr", "Meeting, 20/11/2026 at 7pm",
      "Kein Login bis 25:30 Uhr", "Kampen börjar kl. 19.75",
    ].map { title($0, finds: ["message.date"]) }
    + [
      "Sunday, 29 November 2026", "Sonntag, 29.11.2026", "söndag den 29 november 2026", "Since 12 May 1998",
      "Saturday and Sunday, 28 and 29 November 2026", "Saturday–Sunday, 28–29 November 2026",
      "On 28 November 2025 we opened",
      "29 November: Saturday Night Live", "Since 1/13/2026 daily at 8:00", "Seit 1.11.2026 täglich ab 8 Uhr",
      "20.11.2026, 19 Uhr, und 20.11.2199", "Heimsieg 32:75", "Ends 11/12/2026", "24/7 for you", "29 February is a day",
      "You may 2 buns", "Version 1.2.2026", "until 28 November 2299", "31.2.2026",
      "Monday to Friday, 30 November to 4 December 2026", "Friday at 20.30", "del domingo 29 de noviembre de 2026",
      "Heimsieg 31:28 am Samstag", "Dođite 31. listopada", "In June 31 shops open",
      "Ihre Bestellung vom 20.11.2026 kommt um 14:00", "Thank you for your appointment on 20 November 2026",
    ].map { title($0) }

  private static func linked(_ title: String, _ link: String, finds: [String] = []) -> RequestBody {
    RequestBody(
      "\(title) with \(link)", finds: finds,
      #"{"message": {"topic": "a", "notification": {"title": "\#(title)"}, "webpush": {"fcm_options": {"link": "\#(link)"}}, "data": {"link": "\#(link)"}}}"#
    )
  }

  private static let doubles: [RequestBody] = [
    linked("Black Friday 2027", "https://www.e-bakery.com/black-friday-2026", finds: ["message.date"]),
    linked("Black Friday 2027", "https://www.e-bakery.com/2026/12/30/black-friday"),
    linked("Black Friday 2027", "https://www.e-bakery.com/black-friday-2027?from=2026"),
    linked("Best of 2026", "https://www.e-bakery.com/best-of-2026"),
    RequestBody(
      "a title on two lines", finds: ["message.long-title"],
      #"{"message": {"topic": "a", "notification": {"title": "Warm\nbuns", "body": "From eight"}}}"#),
    RequestBody(
      "a title and a body in quotes", finds: ["message.draft"],
      #"{"message": {"topic": "a", "notification": {"title": "\"Warm buns\"", "body": "\"From eight\""}}}"#),
    RequestBody(
      "a title in quotes",
      #"{"message": {"topic": "a", "notification": {"title": "\"Warm buns\"", "body": "From eight"}}}"#),
    RequestBody(
      "a title that is its body", finds: ["message.same-text"],
      #"{"message": {"topic": "a", "notification": {"title": "Warm buns", "body": " Warm buns"}}}"#),
  ]

  private static let placeholders: [RequestBody] =
    [
      "Hi {first_name}", "Hi [First Name]", "Dear «Vorname»", "Hi %recipient.name%", "Hi -name-", "Hello %s",
      "Order {0}", "Hi #{user}",
      "Hi {!Contact.FirstName}", "Hi {% if x %}", "Hi ##NAME##", "Hi @{name}",
      "Hallo {{vorname}}", "Hello {{{ user.name }}}", "Hello ${name}", "%%FIRSTNAME%%, hello", "Hello *|FNAME|*",
      "Hello [[name]]",
      "Hello <%= name %>", "Hi [firstname,fallback=you]", "Hi {Name|CapitalizeFirst|friend}",
      "Hi [Subscriber:FirstName]",
      "%%=v(@firstName)=%%, hello", "You have %1$d", "{count, plural, one {a bun} other {buns}}",
    ].map { title($0, finds: ["message.placeholder"]) } + [
      title("100%% sure, 50%% off"), title("From $5 to {10}"), title("{{}} and [[SALE]]"), title("5 * 3 | 4 * 2"),
      title("Only [[1]] left"), title("[Kunde:innen] willkommen"), title("[Alliance] or {Horde}"),
      RequestBody(
        "a name that a REST client fills in", in: .http,
        """
        POST https://fcm.googleapis.com/v1/projects/shop/messages:send
        Authorization: Bearer {{token}}

        {"message": {"topic": "a", "notification": {"title": "Hello {{name}}"}}}
        """),
    ]

  private static let markup: [RequestBody] =
    [
      "<b>Sale</b>", "Line one<br>line two", "One<br />two", "<a href='https://www.iana.org/'>Go</a>", "R&amp;D",
      "5&#8239;km", "**Cardamom buns**", "Read [all of it](https://www.e-bakery.com/x)",
    ]
    .map { title($0, finds: ["message.markup"]) } + [
      title("R&D; more"), title("a < b > c"), title("I <3 you"), title("AT&T;"), title("x<y and y>z"),
      title("<- back ->"),
      title("Fish & chips"), title("<begin> here"), title("*** SALE ***"),
      title("** SALE **"), title("Milk* and eggs**"), title("2**3 = 8"),
    ]
}

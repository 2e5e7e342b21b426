import PushDelivery
import Testing

@Suite struct MessageFieldTableTests {
  /// Both ways at once: a type or field that only one of the two has is a difference.
  @Test func equalsTheDefinitionOfTheAPI() throws {
    let defined = try DiscoveryDocument().fields(reachableFrom: MessageFieldTable.rootType)
    let table = MessageFieldTable.types.mapValues { fields in
      Dictionary(
        uniqueKeysWithValues: fields.map { field in
          (field.camelCaseName, DiscoveryDocument.Field(kind: field.kind, isDeprecated: field.isDeprecated))
        })
    }
    #expect(Set(table.keys) == Set(defined.keys))
    for (type, fields) in defined { #expect(table[type] == fields, "\(type)") }
  }

  @Test func namesOnlyTypesItHas() {
    let named = MessageFieldTable.types.values.joined().compactMap(\.kind.messageType)
    #expect(Set(named).union([MessageFieldTable.rootType]) == Set(MessageFieldTable.types.keys))
  }

  @Test(arguments: [
    ("fcm_options", "fcmOptions"), ("android_v2", "androidV2"), ("title", "title"),
    ("use_as_v1_data_message", "useAsV1DataMessage"),
  ])
  func makesTheOtherName(name: String, camelCaseName: String) {
    #expect(MessageField(name, .string).camelCaseName == camelCaseName)
  }

  @Test func findsAFieldUnderBothNames() {
    let field = MessageField("analytics_label", .string)
    #expect(MessageFieldTable.field(named: "analytics_label", in: "FcmOptions") == field)
    #expect(MessageFieldTable.field(named: "analyticsLabel", in: "FcmOptions") == field)
    #expect(MessageFieldTable.field(named: "imageUrl", in: "Notification") == nil)
    #expect(MessageFieldTable.field(named: "title", in: "Nonsense") == nil)
  }
}

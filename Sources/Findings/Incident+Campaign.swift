/// campaign.yml, messages.csv or the folder that they stand in cannot be used as it is.
extension Incident {
  static let campaign = [
    campaignChangedPicture, campaignChangedRequest, campaignChangedSince, campaignDuplicateID, campaignFocalPoint,
    campaignID, campaignLocale,
    campaignManifest, campaignMissing, campaignMissingImage, campaignMissingPoster, campaignMissingTarget,
    campaignOtherRequests, campaignPath, campaignPlaceholder, campaignRepeatedPicture, campaignShardResult,
    campaignSharedTarget, campaignTable,
    campaignUnpublished,
    campaignUnread, campaignUnusedColumn,
  ]

  public static let campaignChangedPicture = Incident(
    "campaign.changed-picture", .campaign, .error, "A picture is no longer the file that an earlier run published.",
    remedy: "render and publish it: `richpush run`")

  public static let campaignChangedRequest = Incident(
    "campaign.changed-request", .campaign, .error,
    "A file of the request folder is not the one that the index beside it lists.",
    remedy: "write the requests anew: `richpush run` or `richpush compose`")

  public static let campaignChangedSince = Incident(
    "campaign.changed-since", .campaign, .error,
    "A file of the campaign has changed, gone or come since the run was planned.",
    remedy: "put it back, or plan again: `richpush plan CAMPAIGN --shards N --save plan.json`")

  public static let campaignDuplicateID = Incident(
    "campaign.duplicate-id", .campaign, .error,
    "Two messages have the same id, and one request would replace the other.",
    remedy: "give one of them another")

  public static let campaignFocalPoint = Incident(
    "campaign.focal-point", .campaign, .error,
    "A message gives a focal point, and its picture is left uncut for clients that cut it from the middle.",
    remedy: "delete `focal-point`, or write `fit: cover` and an `aspect` in the profile")

  public static let campaignID = Incident(
    "campaign.id", .campaign, .error, "The id cannot name a request file.",
    remedy: "use letters, digits, `.`, `_` and `-`; the diagnostic has an example")

  public static let campaignLocale = Incident(
    "campaign.locale", .campaign, .error,
    "A text lacks a language and there is no fallback, or a language is written wrongly.",
    remedy: "add the language or name a fallback; write tags as in `pt-BR`",
    source: "https://www.rfc-editor.org/rfc/rfc5646")

  public static let campaignManifest = Incident(
    "campaign.manifest", .campaign, .error, "The file is neither the index of a request folder nor a run report.",
    remedy: "name the `index.json` that `richpush run` wrote into its request folder")

  public static let campaignMissing = Incident(
    "campaign.missing", .campaign, .error, "There is no campaign folder at this path.",
    remedy: "name the folder of pictures")

  public static let campaignMissingImage = Incident(
    "campaign.missing-image", .campaign, .error, "There is no such picture in the folder.",
    remedy: "add it or correct the path; the nearest name is given")

  public static let campaignMissingPoster = Incident(
    "campaign.missing-poster", .campaign, .error, "There is no such poster in the folder.",
    remedy: "add it or correct the path; the nearest name is given")

  public static let campaignMissingTarget = Incident(
    "campaign.missing-target", .campaign, .error, "A row of messages.csv does not say whom it goes to.",
    remedy: "fill in its target, or write `default` into a column `target`")

  public static let campaignOtherRequests = Incident(
    "campaign.other-requests", .campaign, .error, "The request folder holds the requests of another campaign.",
    remedy: "name another folder with `--requests`, or have these replaced: `--replace`")

  public static let campaignPath = Incident(
    "campaign.path", .campaign, .error, "The path of a picture or poster is a URL, absolute or leaves the folder.",
    remedy: "write it relative to the campaign folder")

  public static let campaignPlaceholder = Incident(
    "campaign.placeholder", .campaign, .error, "A placeholder has no value, or is none.",
    remedy: "give it a value; write `{{{{` for two braces that are shown")

  public static let campaignRepeatedPicture = Incident(
    "campaign.repeated-picture", .campaign, .warning,
    "Two files of a folder without messages are one picture to people, and each becomes a message.",
    remedy: "delete one of them, or write a `messages.csv` that names the one that is meant")

  public static let campaignShardResult = Incident(
    "campaign.shard-result", .campaign, .error,
    "A shard's result is missing, cut, of another plan, or there are two that differ.",
    remedy: "run those shards again: `richpush merge plan.json --missing` lists them")

  public static let campaignSharedTarget = Incident(
    "campaign.shared-target", .campaign, .error,
    "Two languages, variants or targets of one message would go to the same people.",
    remedy: "write `{{locale}}` or `{{variant}}` into the target")

  public static let campaignTable = Incident(
    "campaign.table", .campaign, .error, "messages.csv, or a row of it, cannot be read.",
    remedy: "save it as CSV with commas in UTF-8; mend the row",
    source: "https://www.rfc-editor.org/rfc/rfc4180")

  public static let campaignUnpublished = Incident(
    "campaign.unpublished", .campaign, .error, "No earlier run published the picture, so no message can show it.",
    remedy: "render and publish it: `richpush run`")

  public static let campaignUnread = Incident(
    "campaign.unread", .campaign, .error,
    "A file looks like a campaign's and is not read, so its pictures would go to the default target.",
    remedy:
      "name it campaign.yml, save it as CSV UTF-8 named messages.csv, run its folder alone, or move it out of the campaign "
      + "folder")

  public static let campaignUnusedColumn = Incident(
    "campaign.unused-column", .campaign, .error,
    "A column of messages.csv is no key of a message, and no placeholder refers to it.",
    remedy: "correct its name, or write a placeholder where its values belong")
}

/// What keeps a message from becoming a request.
extension Incident {
  static let message = [
    messageFormat, messageID, messageImage, messageImageRefused, messageJSON, messageLink,
  ]

  public static let messageFormat = Incident(
    "message.format", .message, .error, "One of the forms in which requests are written cannot say it.",
    remedy: "change the field, or take the form out of `compose.formats`")

  public static let messageID = Incident(
    "message.id", .message, .error, "The identifier cannot name a request file.",
    remedy: "give the message another")

  public static let messageImage = Incident(
    "message.image", .message, .error, "Its picture was not published.",
    remedy: "mend the picture, or remove it from the message")

  public static let messageImageRefused = Incident(
    "message.image-refused", .message, .error, "Its picture was refused, so it would go out as text alone.",
    remedy: "mend the picture as its own diagnostic says, or remove it from the message")

  public static let messageJSON = Incident(
    "message.json", .message, .error, "It cannot be written as JSON.",
    remedy: "use finite numbers and shallow objects",
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-6")

  public static let messageLink = Incident(
    "message.link", .message, .error, "The link is not an absolute https URL in ASCII.",
    remedy: "write it as `https://host/path`, with percent-encoding",
    source: "https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages#WebpushFcmOptions")
}

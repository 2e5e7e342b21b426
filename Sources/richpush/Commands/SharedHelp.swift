import ArgumentParser

/// The help of flags that several commands share.
extension ArgumentHelp {
  static let campaign: ArgumentHelp =
    "The campaign folder. Default: `campaign` of pipeline.yml, else the current folder."
  static let configuration: ArgumentHelp =
    "The configuration file. [$RICHPUSH_CONFIG] (default: pipeline.yml)"
  static let optionalConfiguration: ArgumentHelp =
    "The configuration file. [$RICHPUSH_CONFIG] (default: pipeline.yml, if there is one)"
  static let destination: ArgumentHelp =
    "The destination of pipeline.yml to publish to, by its name. [$RICHPUSH_TO] (default: the first)"
  static let examinedDestination: ArgumentHelp =
    "The destination of pipeline.yml to look at, by its name. [$RICHPUSH_TO] (default: the first)"
  static let requests: ArgumentHelp = "The folder for request files. [$RICHPUSH_REQUESTS]"
  static let project: ArgumentHelp = "The Firebase project that requests go to. [$RICHPUSH_PROJECT]"
  static let replace: ArgumentHelp = "Put the requests in the place of another campaign's."
  static let withdrawAll: ArgumentHelp = "Withdraw all requests where no message of the campaign is left."
  static let trial: ArgumentHelp =
    "Nothing is going to be sent: example.com and names of templates may stand in requests. [$RICHPUSH_TRIAL]"
  static let report: ArgumentHelp = "Where the report goes as JSON. [$RICHPUSH_REPORT]"
  static let contactSheet: ArgumentHelp =
    "Where a page goes that shows each message as clients show it. [$RICHPUSH_CONTACT_SHEET]"
  static let approved: ArgumentHelp =
    "The approved.json of a contact sheet: hold back what changed since, or was not approved."
  static let format: ArgumentHelp =
    "How results are printed: text or json. [$RICHPUSH_FORMAT] (default: text)"
  static let plan: ArgumentHelp = "The plan that `plan --save` wrote."
  static let newFolder: ArgumentHelp = "The folder to write to; made if missing."
}

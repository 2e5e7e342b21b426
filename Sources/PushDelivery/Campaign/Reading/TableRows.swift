import Findings
import MediaFacts

/// Reads the rows of a table independently, so that parts of it can be read in parallel.
package struct TableRows: Sendable {
  let columns: TableColumns
  let context: CampaignContext
  private let files: TableFiles?
  private let key: RecipeKey
  private let memory = RecipeMemory()

  /// - Parameter files: looks up the files that rows name; nil to do that elsewhere.
  init(_ columns: TableColumns, _ context: CampaignContext, _ files: TableFiles? = nil) {
    (self.columns, self.context, self.files) = (columns, context.ofTable, files)
    key = RecipeKey(columns, context)
  }

  /// Reads whole records.
  package func part(of bytes: [UInt8], _ range: TableRange) -> TablePart {
    var part = TablePart(of: columns, in: files)
    var recipes = PartRecipes(memory: memory)
    let isText = String(validating: bytes[range.bytes], as: UTF8.self).map { $0.unusableScalar == nil } ?? false
    for record in CSVRecords(bytes, in: range, separator: columns.separator) {
      guard record.isClosed else {
        // All following rows would be lost with it.
        part.loseRest(at: place(ofLine: record.line))
        break
      }
      read(record, isText: isText, &recipes, into: &part)
      if part.isFull { break }
    }
    part.finish()
    return part
  }

  /// The place of the row that begins with a line.
  private func place(ofLine line: Int) -> Diagnostic.Subject { .init(.configuration, Campaign.tableName, line: line) }

  private func read(
    _ record: CSVRecords.Record, isText: Bool, _ recipes: inout PartRecipes, into part: inout TablePart
  ) {
    var reader = YAMLReader()
    guard let row = row(of: record, isText: isText, &reader) else {
      return part.add([], of: place(ofLine: record.line), named: nil, reader.diagnostics)
    }
    var entry = MessageEntry(.row(row))
    let recipe = recipe(of: row, &recipes, &entry, &reader, &part)
    let messages = recipe?.messages(&entry, &reader) ?? []
    if entry.isFull { context.reportFull(row.subject, &reader) }
    part.use(entry.usedColumns.lazy.map { columns.names[$0] })
    part.add(messages, of: row.subject, named: identifier(of: row), cellCount: row.cells.count, reader.diagnostics)
  }

  /// As the row writes it, including braces.
  private func identifier(of row: TableRow) -> String? {
    if case .cell(let column)? = columns.keys[.id], !row.cells.isEmpty(column) { row.cells[column] } else { nil }
  }

  /// nil for an empty row, and for one that cannot be split into cells, which is reported.
  private func row(of record: CSVRecords.Record, isText: Bool, _ reader: inout YAMLReader) -> TableRow? {
    let place = place(ofLine: record.line)
    guard !record.isTooLong else {
      reader.reportTooLong(place)
      return nil
    }
    let cells: CSVCells
    do throws(CSVRows.RowError) { cells = try CSVCells(record, isText: isText) } catch {
      reader.report(error, place)
      return nil
    }
    // Spreadsheets write a row of commas for each row once used.
    guard (0..<cells.count).contains(where: cells.isVisible) else { return nil }
    guard columns.fit(cells) else {
      reader.reportLength(cells.count, columns, place)
      return nil
    }
    if let column = columns.namelessColumn(holdingTextIn: cells) {
      reader.reportNameless(column, of: cells, at: place)
      return nil
    }
    return TableRow(columns: columns, cells: cells, subject: place)
  }

  /// The recipe for rows of this kind; nil if the row has no target, which is reported.
  private func recipe(
    of row: TableRow, _ recipes: inout PartRecipes, _ entry: inout MessageEntry, _ reader: inout YAMLReader,
    _ part: inout TablePart
  ) -> MessageRecipe? {
    key.make(of: row.cells, into: &recipes.key)
    if let known = recipes.known { return known }
    let own = row.layer(&reader)
    let layer = own.laid(over: context.defaults)
    part.use(layer.values.values.flatMap(\.placeholderNames))
    guard row.requireTarget(own, &reader) else { return nil }
    let expansion = MessageExpansion(context: context, columns: columns)
    let recipe = MessageRecipe(of: layer, expansion, &entry, &reader)
    // An error is reported for each row that has it, with its own place.
    if reader.diagnostics.isEmpty { recipes.remember(recipe) }
    return recipe
  }
}

/// The recipes for the rows of one part. Most rows are of the same kind as the previous one.
private struct PartRecipes {
  /// Of the current row.
  var key: [UInt8] = []
  private var last: (key: [UInt8], recipe: MessageRecipe)?
  private let memory: RecipeMemory

  init(memory: RecipeMemory) { self.memory = memory }

  var known: MessageRecipe? {
    mutating get {
      if let last, last.key == key { return last.recipe }
      guard let recipe = memory.recipe(for: key) else { return nil }
      last = (key, recipe)
      return recipe
    }
  }

  mutating func remember(_ recipe: MessageRecipe) {
    memory.remember(recipe, for: key)
    last = (key, recipe)
  }
}

/// Looks up the files that table rows name: most rows show the same files.
package struct TableFiles: Sendable {
  private let paths: Set<String>
  /// Profiles that do not crop.
  private let uncut: [Profile]
  private var found: [MessageShape: MessageShape?] = [:]

  /// If each row has its own file, shapes are never reused.
  private static let mostShapes = 4096

  /// `paths`: of all files of the campaign folder. `profiles`: of the pictures.
  package init(paths: Set<String>, profiles: [Profile]) {
    self.paths = paths
    uncut = profiles.filter { $0.fit == .inside }
  }

  /// The shape of a message with the files' spelling; nil if a file is missing, or its focal point would be lost.
  mutating func resolve(_ message: CampaignMessage) -> MessageShape? {
    guard !message.media.isEmpty || message.focalPoint != nil else { return message.shape }
    if let known = found[message.shape] { return known }
    let resolved = message.resolved(against: paths)
    let shape = resolved.flatMap { $0.lostFocalPoint(under: uncut) == nil ? $0.shape : nil }
    if found.count < Self.mostShapes { found[message.shape] = .some(shape) }
    return shape
  }
}

/// How a message uses its files.
package struct MediaUse: Hashable, Sendable {
  let media: CampaignMedia
  let poster: PosterChoice?
  let focalPoint: FocalPoint?
  let platforms: Set<Platform>

  package init(_ message: CampaignMessage) {
    (media, poster) = (message.media, message.poster)
    (focalPoint, platforms) = (message.focalPoint, message.platforms)
  }

  /// Hashes what differs most.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(media.common)
    hasher.combine(media.own)
    hasher.combine(poster)
  }
}

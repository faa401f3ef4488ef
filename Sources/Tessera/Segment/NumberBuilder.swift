/// The values of a number field in memory: the distinct ones, and of each document which.
struct NumberBuilder {
  private var places: [Number: UInt32] = [:]
  private var distinct: [Number] = []
  /// Where each of them stands last in `values`.
  private var lastPlaces: [UInt32] = []
  /// The values of all documents, as places among the distinct ones, and where those of each document end.
  private var values: [UInt32] = []
  private var ends: [UInt32] = []
  private var documentStart = 0
  /// Whether every value so far was written as a date.
  private var areDates = true

  /// Bytes of memory it holds, and needs to finish.
  var byteCount: Int {
    let bucket = MemoryLayout<Number>.stride + MemoryLayout<UInt32>.stride + 1
    // A dictionary is a quarter empty at least; to finish takes ranks and their order.
    return places.capacity * bucket * 4 / 3 + distinct.capacity * MemoryLayout<Number>.stride + distinct.count
      * 8
      + (values.capacity + ends.capacity + lastPlaces.capacity) * 4
  }

  /// Whether another document with so many values fits: places have 32 bits.
  func hasRoom(for count: Int) -> Bool { values.count + count < UInt32.max }

  /// Adds a value to the open document, once.
  mutating func add(_ value: Number, isDate: Bool) {
    if !isDate { areDates = false }
    let place = UInt32(distinct.count)
    let known = places[value, default: place]
    let last = UInt32(values.count)
    if known == place {
      places[value] = place
      distinct.append(value)
      lastPlaces.append(last)
    } else {
      if Int(lastPlaces[Int(known)]) >= documentStart { return }
      lastPlaces[Int(known)] = last
    }
    values.append(known)
  }

  /// Closes the open document.
  mutating func endDocument() {
    documentStart = values.count
    ends.append(UInt32(values.count))
  }

  /// - Parameter order: for each document of the segment which one it was, counted in the order of addition.
  func write(to file: SegmentFileWriter, field: Int, _ order: UnsafeBufferPointer<DocNumber>) {
    var writer = NumberColumnWriter(
      column: file.section(SectionID(.numberColumn, field: field)),
      values: file.section(SectionID(.numberValues, field: field)))
    var ranks = [UInt32](repeating: 0, count: distinct.count)
    for (rank, place) in distinct.indices.sorted(by: { distinct[$0] < distinct[$1] }).enumerated() {
      ranks[place] = UInt32(rank)
      writer.append(value: distinct[place])
    }
    var ordinals: [UInt32] = []
    for added in order {
      ordinals.removeAll(keepingCapacity: true)
      let start = added == 0 ? 0 : Int(ends[Int(added) - 1])
      for place in start..<Int(ends[Int(added)]) { ordinals.append(ranks[Int(values[place])]) }
      if ordinals.count > 1 { ordinals.sort() }
      ordinals.withUnsafeBufferPointer { writer.append($0) }
    }
    writer.finish(areDates: areDates)
  }
}

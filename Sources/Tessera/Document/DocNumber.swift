/// A document's number: dense from 0 within a segment, and within a snapshot the segment's base plus that.
///
/// A plain integer rather than a type of its own, since blocks of them are read and written by vector code.
package typealias DocNumber = UInt32

/// A term's number: its rank in a segment's sorted dictionary, dense from 0.
package typealias TermNumber = UInt32

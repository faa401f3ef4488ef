import Foundation

/// The folder of a run.
package enum SafetyFolder {
  package static func remove(_ folder: String) throws { try FileManager.default.removeItem(atPath: folder) }
}

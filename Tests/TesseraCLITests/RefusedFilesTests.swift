import Foundation
import TestSupport
import Testing

/// The tool where the system refuses it space, names or rights, for real: a small tmpfs in a mount namespace of its
/// own, `ulimit`, permissions. The index stays as it was, and the message says what to do.
@Suite("Refused by the system")
struct RefusedFilesTests {
  /// What a shell does as the owner of a mount namespace, without rights on the machine's own.
  private static let namespace = "unshare --user --map-root-user --mount"

  /// Takes from root what lets it pass over permissions; nothing where we are somebody else.
  private static let withoutPrivileges = getuid() == 0 ? "setpriv --bounding-set=-all --inh-caps=-all" : ""

  /// Shell functions: `state` tells all that an index says of itself, `unchanged` holds it against what it was.
  private static let functions = """
    make() { tessera index $1 $2 --id id --text title >/dev/null; }
    state() { ls $1; tessera verify $1 && tessera export $1 | md5sum && tessera search $1 tile; }
    remember() { state $1 >before || echo "broken before"; }
    unchanged() { state $1 >after 2>&1; if cmp -s before after; then echo unchanged; else diff before after; fi; }

    """

  private func play(_ script: String, in folder: String, namespace: Bool = false) throws -> Tool.Outcome {
    try (Self.functions + script).write(toFile: folder + "/script", atomically: true, encoding: .utf8)
    return try Tool.run((namespace ? Self.namespace + " " : "") + "bash script", in: folder)
  }

  /// Two files of documents: a few, and some thousand of words that do not repeat.
  private func layOut(in folder: String) throws {
    var random = SeededGenerator(seed: 5)
    for (name, keys) in [("first", 0..<300), ("second", 200..<4000)] {
      let lines = keys.map { key in
        let words = (0..<6).map { _ in String(random.next() % 100_000, radix: 36) }.joined(separator: " ")
        return #"{"id": \#(key), "title": "tile \#(words)"}"#
      }
      try lines.joined(separator: "\n").write(
        toFile: "\(folder)/\(name).jsonl", atomically: true, encoding: .utf8)
    }
  }

  @Test(
    "a full disk, of every size: the index is as before, its space is given back, and with space it goes on")
  func fullDisk() throws {
    try withTemporaryDirectory { folder in
      try layOut(in: folder)
      let step = SafetyRun.isLong ? 8 : 120
      let outcome = try play(
        """
        mkdir disk && mount -t tmpfs -o size=64m tmpfs disk
        make disk/index first.jsonl && remember disk/index
        first=$(du -sk disk | cut -f1)
        full=0
        for ((size = first + 4; size < 4000; size += \(step))); do
          mount -o remount,size=${size}k disk
          if tessera index disk/index second.jsonl >/dev/null 2>messages; then break; fi
          full=$((full + 1))
          grep -q 'No space left on device; free some space and try again' messages || cat messages
          [ "$(unchanged disk/index)" = unchanged ] || { echo "changed at $size"; unchanged disk/index; }
          [ $(du -sk disk | cut -f1) = $first ] || { echo "not given back at $size:"; ls -l disk/index; }
        done
        [ $size -lt 4000 ] && [ $full -gt 1 ] && tessera verify disk/index && echo "full $full times"
        """, in: folder, namespace: true)
      let full = try #require(outcome.output.firstMatch(of: /full ([0-9]+) times/)?.1, "\(outcome)")
      #expect(outcome.output.split(separator: "\n").count == 2 && outcome.messages.isEmpty, "\(outcome)")
      SafetyRun.figure(
        "a tmpfs of \(full) sizes was full: the index unchanged, all space given back, with more space it went on"
      )
    }
  }

  @Test("a disk full from the start: no index is made, and with space it is")
  func fullFromTheStart() throws {
    try withTemporaryDirectory { folder in
      try layOut(in: folder)
      let outcome = try play(
        """
        mkdir disk && mount -t tmpfs -o size=64m tmpfs disk
        head -c 100m /dev/zero >disk/filler 2>/dev/null
        make disk/index first.jsonl 2>messages && echo made
        grep -q 'No space left on device; free some space' messages || cat messages
        rm disk/filler
        make disk/index first.jsonl && tessera search disk/index tile --limit 1 | tail -n 1
        """, in: folder, namespace: true)
      #expect(outcome.output == "300 documents (1–1 shown)\n" && outcome.messages.isEmpty, "\(outcome)")
    }
  }

  @Test("a read-only disk: searches go on, writers are told")
  func readOnly() throws {
    try withTemporaryDirectory { folder in
      try layOut(in: folder)
      let outcome = try play(
        """
        mkdir disk && mount -t tmpfs -o size=64m tmpfs disk
        make disk/index first.jsonl && remember disk/index
        mount -o remount,ro disk
        for command in "index disk/index second.jsonl" "delete disk/index 1" "merge disk/index" "index disk/new second.jsonl"; do
          tessera $command >/dev/null 2>messages && echo "$command worked"
          grep -q 'the file system is mounted read-only, use a folder elsewhere' messages || cat messages
        done
        unchanged disk/index
        """, in: folder, namespace: true)
      #expect(outcome.output == "unchanged\n" && outcome.messages.isEmpty, "\(outcome)")
    }
  }

  @Test("files and folders without permission: the message says which and what to look at")
  func notPermitted() throws {
    try withTemporaryDirectory { folder in
      try layOut(in: folder)
      let outcome = try play(
        """
        make index first.jsonl && remember index
        refused() {
          \(Self.withoutPrivileges) tessera "$@" >/dev/null 2>messages && echo "$* worked"
          grep -q 'Permission denied; check the owner and the permissions' messages || { echo "$*:"; cat messages; }
        }
        chmod 555 index
        refused index index second.jsonl
        refused delete index 1
        \(Self.withoutPrivileges) tessera search index tile --limit 1 | tail -n 1
        unchanged index
        chmod 755 index
        for file in index/manifest index/lock index/*.segment; do
          chmod 000 $file
          refused delete index 1
          chmod 644 $file
        done
        chmod 000 index
        refused search index tile
        chmod 755 index
        chmod 000 second.jsonl
        refused index index second.jsonl
        unchanged index
        """, in: folder)
      #expect(
        outcome.output == "300 documents (1–1 shown)\nunchanged\nunchanged\n" && outcome.messages.isEmpty,
        "\(outcome)")
    }
  }

  @Test("files that may not grow: the index is as before")
  func fileSizeLimit() throws {
    try withTemporaryDirectory { folder in
      try layOut(in: folder)
      let outcome = try play(
        """
        make index first.jsonl && remember index
        for blocks in 0 1 \(SafetyRun.isLong ? "$(seq 2 6 240)" : "40 120"); do
          (ulimit -f $blocks && exec tessera index index second.jsonl) >/dev/null 2>messages && echo "worked at $blocks"
          grep -q 'File too large; the file system or a limit (ulimit -f) takes no larger file' messages || cat messages
          [ "$(unchanged index)" = unchanged ] || unchanged index
        done
        tessera index index second.jsonl >/dev/null && tessera verify index
        """, in: folder)
      #expect(outcome.output.split(separator: "\n").count == 1 && outcome.messages.isEmpty, "\(outcome)")
    }
  }

  @Test("too few open files: it works or says so, and the index is as before")
  func tooManyFiles() throws {
    try withTemporaryDirectory { folder in
      try layOut(in: folder)
      let outcome = try play(
        """
        make index first.jsonl && remember index
        told=0
        for ((files = 4; files < 24; files += 1)); do
          (ulimit -n $files && exec tessera index index second.jsonl --threads 2) >/dev/null 2>messages && break
          # What loads the program needs some itself.
          grep -q 'error while loading shared libraries' messages && continue
          grep -q 'Too many open files; raise the limit of open files (ulimit -n)' messages || cat messages
          [ "$(unchanged index)" = unchanged ] || unchanged index
          told=$((told + 1))
        done
        [ $files -lt 24 ] && [ $told -gt 0 ] && tessera verify index && echo "told $told times"
        """, in: folder)
      let told = try #require(outcome.output.firstMatch(of: /told ([0-9]+) times/)?.1, "\(outcome)")
      #expect(outcome.output.split(separator: "\n").count == 2 && outcome.messages.isEmpty, "\(outcome)")
      SafetyRun.figure(
        "too few descriptors, \(told) limits: told so, the index unchanged; with one more it worked")
    }
  }
}

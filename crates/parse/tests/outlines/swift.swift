import Foundation
@testable import struct NIOCore.ByteBuffer

/// Highest number of parcels in one van.
public let maximumLoad = 40
var openVans: [Van] = []

/// Something that can be weighed — auch in Zürich.
public protocol Weighable: AnyObject {
    associatedtype Unit: Numeric
    /// Grams.
    var weight: Unit { get }
    func weigh(on scale: Scale) throws -> Unit
    init(label: String)
}

typealias Route = [Stop]

/// A parcel
/// on its way.
@available(iOS 15, *)
public final class Parcel<Content>: Weighable where Content: Codable {
    public typealias Unit = Int
    private let label: String
    @Published var weight: Int = 0
    static let größe = "groß"

    /// Heavy parcels need two people.
    var isHeavy: Bool {
        return weight > 20_000
    }

    required init(label: String) {
        self.label = label
    }

    deinit {
        log("gone")
    }

    subscript(index: Int) -> Character {
        Array(label)[index]
    }

    /* Puts it on a scale. */
    @discardableResult
    func weigh(on scale: Scale) throws -> Int {
        let grams = try scale.read(times: 3)
        func rounded(_ value: Int) -> Int { value / 10 * 10 }
        weight = rounded(grams)
        return weight
    }

    struct Stamp: Equatable {
        var cents: Int
    }
}

/// Where a parcel is.
enum Stop: String, CaseIterable {
    /// Still with us.
    case depot
    case road(kilometres: Int), door = "door"

    func next() -> Stop? { nil }
}

extension Parcel: CustomStringConvertible {
    var description: String { "Parcel(\(label))" }
    static func == (lhs: Parcel, rhs: Parcel) -> Bool { lhs === rhs }
}

actor Van {
    func load(_ parcel: Parcel<String>) async {}
}

// Sends everything.
func deliver<T: Weighable>(_ items: [T], by van: Van) async rethrows -> Route {
    for item in items { await van.load(item) }
    return Stop.allCases.map { $0 }
}

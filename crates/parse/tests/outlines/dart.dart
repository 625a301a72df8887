library weather.core;

import 'dart:async';
import 'package:http/http.dart' as http show Client, Response;
export 'src/cloud.dart' hide Secret;
part 'weather.g.dart';

/// Degrees at which water freezes.
const double freezing = 0.0;
final List<String> stations = ['Zürich', 'Köln'];
int openSockets = 0;

typedef Listener<T> = void Function(T value);

/// Something that measures.
abstract class Sensor<T extends num> implements Comparable<Sensor> {
  const Sensor(this.name);

  /// Name of the place.
  final String name;
  static int count = 0, broken = 0;

  T read();
  Future<void> calibrate({required int times}) async {
    for (var i = 0; i < times; i++) {
      read();
    }
  }

  @override
  int compareTo(Sensor other) => name.compareTo(other.name);
}

/**
 * Measures heat.
 */
@immutable
class Thermometer extends Sensor<double> with Loggable, Diagnosable implements Closeable {
  late final http.Client _client;
  double? _last;

  Thermometer(String name, {this.offset = 0}) : super(name) {
    count++;
  }

  Thermometer.indoor() : this('innen');

  factory Thermometer.fromJson(Map<String, dynamic> json) => Thermometer(json['name'] as String);

  final double offset;

  /// The newest value.
  double get last => _last ?? double.nan;
  set last(double value) {
    _last = value;
  }

  @override
  double read() {
    double clamp(double v) => v.clamp(-50, 60);
    return clamp(_client.hashCode + offset);
  }

  bool operator >(Thermometer other) => last > other.last;

  static Stream<double> watch(Thermometer t) async* {
    yield t.read();
  }
}

mixin Loggable on Object {
  void log(String text) => print(text);
}

/// Kinds of sky.
enum Sky with Named {
  /// No cloud.
  clear('klar'),
  cloudy('bewölkt');

  const Sky(this.label);
  final String label;
  bool get isNice => this == clear;
}

extension SkyText on Sky {
  String shout() => label.toUpperCase();
}

extension type Celsius(double value) {
  Celsius plus(double more) => Celsius(value + more);
}

String get version => '1.0';

// Runs it.
Future<void> main(List<String> args) async {
  final t = Thermometer.indoor();
  print(await http.get(Uri.parse('x')));
}

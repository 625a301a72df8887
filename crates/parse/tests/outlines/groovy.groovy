package com.example.brewery

import groovy.transform.CompileStatic
import static java.lang.Math.max
import com.example.hops.*

/** Brews beer – Weißbier. */
@CompileStatic
class Kettle extends Vessel implements Heatable, Closeable {
    static final int MAX = 100;
    private String name;
    def temperature = 20.5;

    Kettle(String name) {
        this.name = name
    }

    /**
     * Heats it.
     */
    @Override
    double heat(int minutes, double power = 1.0) {
        def before = temperature
        temperature = max(before + minutes * power, MAX)
        println("größer $temperature")
        return temperature
    }

    void close() {
        log('closed')
    }

    static Kettle of(String name) {
        new Kettle(name)
    }
}

interface Heatable {
    double heat(int minutes, double power)
}

enum Malt {
    PALE, DARK
}

// Adds up.
def total(List<Integer> litres) {
    litres.sum { it * 2 }
}

def limit = 5
total([1, 2, limit])

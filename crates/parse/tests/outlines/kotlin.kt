@file:JvmName("Bakery")

package com.example.bäckerei

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.map as transform
import java.util.*

/** Loaves per tray. */
const val TRAY_SIZE = 12
var openOvens: Int = 0
private val clock by lazy { SystemClock() }

typealias Recipe = Map<String, Double>

/**
 * Something that can be baked — „Größe“ matters.
 */
@Serializable
sealed interface Bakeable<out T : Any> {
    val minutes: Int

    /** Puts it into the oven. */
    fun bake(oven: Oven): T
    fun name(): String = "plain"
}

/** A loaf of bread. */
@Serializable
data class Loaf(
    val flour: Flour,
    /** Grams. */
    private var weight: Int = 500,
    temperature: Double
) : Bakeable<Bread>, Comparable<Loaf> {
    override val minutes: Int
        get() = weight / 10

    lateinit var label: String

    constructor(name: String) : this(Flour.valueOf(name), 750, 220.0)

    init {
        require(weight > 0)
    }

    @Throws(BurntException::class)
    override fun bake(oven: Oven): Bread {
        val heat = oven.heat(minutes)
        fun turn() = oven.turn()
        turn()
        return Bread(this, heat)
    }

    override operator fun compareTo(other: Loaf): Int = weight - other.weight

    companion object {
        const val MAX = 2000
        fun of(flour: Flour) = Loaf(flour, temperature = 200.0)
    }

    inner class Crumb(val size: Int)
}

enum class Flour(val type: Int) : Marker {
    /** For cakes. */
    WHEAT(405),
    RYE(1150) {
        override fun label() = "Roggen"
    };

    open fun label() = name.lowercase()
}

fun interface Taster {
    suspend fun taste(bread: Bread): Boolean
}

object Shop : Closeable {
    private val loaves = mutableListOf<Loaf>()
    override fun close() = loaves.clear()
}

annotation class Fresh(val days: Int = 1)

// Sells what is there.
suspend inline fun <reified T : Bakeable<*>> Flow<T>.sell(crossinline price: (T) -> Double): List<Double> {
    return transform { price(it) }.toList()
}

val Loaf.isBig: Boolean get() = weight > 1000

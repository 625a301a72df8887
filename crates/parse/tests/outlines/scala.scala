package com.example.garden

import scala.concurrent.Future
import scala.collection.mutable.{ListBuffer, Map => MutableMap}
import cats.syntax.all.*

/** Something that grows — überall.
  *
  * @tparam A what it bears
  */
sealed trait Plant[+A] extends Product with Serializable {
  type Soil <: Ground
  val name: String
  /** Metres. */
  def height: Double
  def water(litres: Double)(implicit clock: Clock): Future[Unit]
  def describe: String = s"$name, $height m"
}

/** A tree. */
@SerialVersionUID(1L)
final case class Tree[A](name: String, rings: Int = 0) extends Plant[A] with Ordered[Tree[A]] {
  type Soil = Loam
  private[this] var thirsty = true
  lazy val größe: Double = rings * 0.4

  override def height: Double = größe

  /** Pours. */
  @throws[DryException]("when empty")
  override def water(litres: Double)(implicit clock: Clock): Future[Unit] = {
    val before = clock.now()
    def note(text: String): Unit = println(text)
    note(s"watered at $before")
    Future.successful(())
  }

  def this(name: String) = this(name, 1)
  def compare(that: Tree[A]): Int = rings - that.rings
}

object Tree {
  /** Oldest known. */
  val MaxRings = 5000
  def apply[A](rings: Int): Tree[A] = new Tree[A]("oak", rings)
  implicit class TreeOps[A](val tree: Tree[A]) extends AnyVal {
    def isOld: Boolean = tree.rings > 100
  }
}

// Colours of a leaf.
enum Colour(val rgb: Int) derives CanEqual:
  case Green extends Colour(0x00ff00)
  case Red, Yellow
  def dark: Boolean = rgb < 0x808080

opaque type Seed = Long

trait Show[A]:
  extension (a: A) def show: String

given intShow: Show[Int] with
  extension (a: Int) def show: String = a.toString

given Ordering[Colour] = Ordering.by(_.rgb)

extension (seed: Seed)
  /** Waits. */
  def sprout(days: Int): Plant[Nothing] = Tree[Nothing](days)

/** Plants all. */
def plantAll[A](seeds: List[Seed])(using garden: Garden): Unit =
  seeds.foreach(seed => garden.add(seed.sprout(3)))

package object tools {
  val spade = "Spaten"
}

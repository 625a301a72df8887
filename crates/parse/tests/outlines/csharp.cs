using System;
using System.Collections.Generic;
using static System.Math;
using Json = Newtonsoft.Json.JsonConvert;

namespace Example.Küche
{
    /// <summary>Called when a dish is ready.</summary>
    public delegate void Ready<T>(T dish, int table);

    [Flags]
    public enum Diet : byte
    {
        None = 0,
        // No meat.
        Vegetarian = 1,
    }

    /// <summary>
    /// What can be cooked – and eaten.
    /// </summary>
    public interface IDish : IComparable<IDish>, Model.INamed
    {
        string Name { get; }
        void Cook(TimeSpan time,
            bool hot = true);
    }

    public record Order(int Table, IDish? Dish) : Base(Table);

    public readonly struct Price
    {
        public readonly decimal Euro, Cent;
        public static Price operator +(Price a, Price b) => new Price(a.Euro + b.Euro);
        public static implicit operator decimal(Price p) => p.Euro;
    }

    [Serializable, Obsolete("alt")]
    public abstract partial class Kitchen<T> : Room, IDisposable where T : IDish, new()
    {
        public const int Limit = 12;
        private static readonly Dictionary<string, List<T>> cache = new();
        public event EventHandler<T>? Done;

        /// <summary>How many cooks there are.</summary>
        public int Cooks { get; private set; } = 3;
        public bool IsOpen => Cooks > 0;

        protected Kitchen(int cooks) : base("Küche")
        {
            Cooks = cooks;
        }

        ~Kitchen() { Dispose(); }

        public T this[int index]
        {
            get { return cache["x"][index]; }
        }

        // Cooks one dish.
        [Obsolete]
        public async Task<T> CookAsync<U>(U recipe, IDish[] menu)
            where U : class
        {
            int local = Max(1, 2);
            void Stir(int times) { Console.WriteLine(times); }
            Stir(local);
            var pot = new Pot<T>(recipe as Recipe);
            Done?.Invoke(this, pot.Get<T>());
            return (T)await pot.BoilAsync();
        }

        protected abstract void Clean();

        public void Dispose() => GC.SuppressFinalize(this);

        private class Cook { }
    }
}

{-# LANGUAGE GADTs #-}
-- | Counting birds — Vögel.
module Data.Bird.Count
  ( Bird (..)
  , count
  ) where

import Control.Monad (forM_, when)
import qualified Data.Map.Strict as Map
import Data.List hiding (insert)
import Prelude

-- | A bird
-- with a name.
data Bird a
  = Sparrow { birdName :: !String, wingSpan :: Double }
  | Heron String a
  deriving (Eq, Show)

-- | How many.
newtype Count = Count { unCount :: Int }
  deriving newtype (Num, Ord)

type Sightings = Map.Map String Count

data Expr a where
  IntE  :: Int -> Expr Int
  BoolE :: Bool -> Expr Bool

-- | Things that fly.
class Show a => Flies a where
  type Air a
  -- | Metres per second.
  speed :: a -> Double
  speed _ = 10
  land :: a -> IO ()

instance Flies (Bird b) where
  speed (Sparrow _ w) = w * 2
  speed (Heron _ _) = 12
  land bird = putStrLn ("gelandet: " ++ show bird)

deriving instance Eq Count

type family Nest b where
  Nest (Bird a) = a

infixl 6 |+|

-- | Adds two counts.
(|+|) :: Count -> Count -> Count
Count a |+| Count b = Count (a + b)

-- | Counts the birds of a list.
count :: [Bird a] -> Int
count [] = 0
count (_ : rest) = 1 + count rest
  where
    helper x = x

{- Highest count. -}
limit, lower :: Int
limit = 99
lower = 1

pattern Single :: a -> [a]
pattern Single x = [x]

-- no signature
unsigned n = n + 1

main :: IO ()
main = do
  let birds = [Heron "Erik" ()]
  forM_ birds $ \bird -> when (speed bird > 3) $ land bird
  print $ count birds

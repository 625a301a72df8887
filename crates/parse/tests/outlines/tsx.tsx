import React, { useState } from 'react';
import { Button } from './button';

/** What a counter is given. */
interface Props<T = number> {
  start: T;
  onChange?: (value: T) => void;
}

const STEP = 1;

/** Counts clicks – in steps of {@link STEP}. */
export const Counter: React.FC<Props> = ({ start, onChange }) => {
  const [count, setCount] = useState<number>(start);
  const add = () => setCount(count + STEP);
  return (
    <Button onClick={add}>
      <Icons.Plus /> {count}
    </Button>
  );
};

export default function App(): JSX.Element {
  return <Counter start={0} />;
}

export class Boundary extends React.Component<Props, State> {
  state: State = { failed: false };

  render() {
    return <>{this.props.children}</>;
  }
}

function identity<T,>(value: T): T {
  return value;
}

import { UsageError } from '../user-command/index.ts';
import type { Line } from './subcommand.ts';

/** @throws UsageError when a subcommand without operands has one */
export function mustHaveNoOperands({ operands }: Pick<Line, 'operands'>): void {
  if (operands.length > 0) throw new UsageError('Too many arguments.');
}

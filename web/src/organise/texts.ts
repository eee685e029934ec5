import { plural } from '../kit/intl.ts';
import { shownPath } from '../tree/index.ts';

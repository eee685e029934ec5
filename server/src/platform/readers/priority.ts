import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Gives a process a low CPU priority.
 * @param niceness 1 to 19, as in `os.setPriority`
 */
export function lowerPriority(pid: number, niceness: number): void {
  setPriority(pid, niceness);
  try {
    // Where Linux groups processes by session (sched(7), autogroup), the niceness of a process counts only within its
    // group, and a detached process has its own group.
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // The system has no such groups.
  }
}

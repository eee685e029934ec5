/** A receiver of syslog. */
export interface SyslogTarget {
  transport: 'udp' | 'tcp' | 'tls';
  /** a name or an address, without brackets */
  host: string;
  port: number;
}

/** How a receiver is reached. */
export interface SyslogOptions {
  /** ends the sending */
  signal: AbortSignal;
  /** the only trusted authority, in PEM; those of Node.js by default. Used by tests. */
  ca?: string | undefined;
}

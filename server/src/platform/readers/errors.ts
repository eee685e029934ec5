/** The document cannot be read. The message is the reason, for the log. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}

/** The document cannot be read now: too many others wait, or the server stops. */
export class ReaderBusy extends Error {
  override readonly name = 'ReaderBusy';

  constructor(reason = 'too many documents wait to be read') {
    super(reason);
  }
}

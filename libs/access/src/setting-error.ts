/** A setting (an environment variable) that the server cannot start with. `message` is one line, fit for standard error. */
export class SettingError extends Error {
  override readonly name = 'SettingError';

  constructor(
    readonly setting: string,
    message: string,
  ) {
    super(message);
  }
}

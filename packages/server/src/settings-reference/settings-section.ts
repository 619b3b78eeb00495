// What is said of a setting.
export type SettingText = {
  /** As it would be written; absent where the text says what holds without the setting. */
  readonly default?: string;
  readonly example?: string;
  /** Its value is never shown, and may come from the file that NAME_FILE names. */
  readonly isSecret?: true;
  readonly text: string;
};

export type SettingsSection = {
  readonly title: string;
  readonly settings: Readonly<Record<string, SettingText>>;
};

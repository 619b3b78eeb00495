// The description of a setting.
export type SettingText = {
  /**
   * The default as it would be written; absent if the text describes the behaviour without the
   * setting.
   */
  readonly default?: string;
  readonly example?: string;
  /** Set if the value is never shown and can come from the file that NAME_FILE names. */
  readonly isSecret?: true;
  readonly text: string;
};

export type SettingsSection = {
  readonly title: string;
  readonly settings: Readonly<Record<string, SettingText>>;
};

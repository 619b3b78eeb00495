// The buttons and fields of the component library whose styles every page loads. Further components
// are modules of `ui/` that load their own styles.
export {
  ActionIcon,
  Button,
  FileButton,
  Input,
  NativeSelect,
  PasswordInput,
  Textarea,
  TextInput,
  type TextInputProps,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';

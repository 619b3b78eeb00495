// Texts of the specification stay as it has them, wording included.
export const forms = {
  required: '{title} is required',
  minimum: '{title} has minimum {n} characters',
  emailInvalid: 'invalid email address',
  phoneRequired: 'Phone number is required',
  phoneInvalid: 'Phone number not valid',
  agree: 'You must to agree to Terms & Conditions',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  password: 'Password',
  showPassword: 'Show password',
} as const;

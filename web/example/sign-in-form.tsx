import { useId, useState, type SubmitEvent } from 'react';
import { signIn, type Person } from './sign-in.ts';

/** The portal's own sign-in. */
export function SignInForm({ title, onSignIn }: { title: string; onSignIn: (person: Person) => void }) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const field = (name: string) => {
      const value = fields.get(name);
      return typeof value === 'string' ? value : '';
    };
    setProblem('');
    signIn(field('email'), field('password')).then(onSignIn, (error: unknown) =>
      setProblem(error instanceof Error ? error.message : 'The portal cannot sign you in now.'),
    );
  };
  return (
    <form className="sign-in" aria-label={title} onSubmit={submit}>
      <h2>{title}</h2>
      <label htmlFor={`${id}-email`}>Portal e-mail</label>
      <input id={`${id}-email`} name="email" type="email" autoComplete="username" required />
      <label htmlFor={`${id}-password`}>Portal password</label>
      <input id={`${id}-password`} name="password" type="password" autoComplete="current-password" required />
      <p role="alert">{problem}</p>
      <button type="submit">Enter the portal</button>
    </form>
  );
}

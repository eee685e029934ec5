import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'main' | 'plain' | 'quiet';
}

/** A button that is large enough for touch. The look `main` has the colour of the brand; a page has only one. */
export function Button({ look = 'plain', type = 'button', className = '', ...rest }: ButtonProps) {
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      className={`${styles['button']} ${className}`}
      data-look={look}
      {...rest}
    />
  );
}

import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'main' | 'plain' | 'quiet';
}

/** A button of touch size; `main` in the brand's colour, once per page. */
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

; references of swift

; symbols of swift
